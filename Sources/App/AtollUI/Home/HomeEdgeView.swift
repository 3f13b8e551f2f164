import AtollHome
import SwiftUI

/// The edge between a module and the one above it.
struct HomeEdgeView: View {
    let edge: HomeModuleStyle.Edge
    let background: HomeColor
    @Environment(\.colorScheme) private var colorScheme

    var body: some View {
        Group {
            switch edge {
            case .straight: EmptyView()
            case .wave(let second):
                ZStack {
                    Waves().fill(Color(second, in: colorScheme))
                    Waves().fill(Color(background, in: colorScheme)).padding(.top, 10)
                }
                .frame(height: 40)
            case .curve(let second, let height):
                ZStack {
                    SCurve().fill(Color(second, in: colorScheme))
                    SCurve().fill(Color(background, in: colorScheme)).padding(.top, CGFloat(height) / 3)
                }
                .frame(height: CGFloat(height))
            }
        }
        .flipsForRightToLeftLayoutDirection(true)
        .accessibilityHidden(true)
    }
}
