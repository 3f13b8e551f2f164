import AtollHome
import SwiftUI

/// One S-curve over the whole width: low at the left, high at the right.
public struct SCurve: Shape {
    public init() {}

    public nonisolated func path(in rect: CGRect) -> Path {
        Path { path in
            path.move(to: CGPoint(x: rect.minX, y: rect.maxY))
            path.addCurve(
                to: CGPoint(x: rect.maxX, y: rect.minY),
                control1: CGPoint(x: rect.minX + rect.width / 3, y: rect.maxY),
                control2: CGPoint(x: rect.minX + rect.width * 0.42, y: rect.minY))
            path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
            path.closeSubpath()
        }
    }
}

/// A line that rises and falls over the whole width.
public struct Waves: Shape {
    private let count: Int

    /// - Parameter count: How often it rises; at least once.
    public init(count: Int = 6) { self.count = max(count, 1) }

    public nonisolated func path(in rect: CGRect) -> Path {
        Path { path in
            let length = rect.width / CGFloat(count)
            path.move(to: CGPoint(x: rect.minX, y: rect.midY))
            for index in 0..<count {
                let start = rect.minX + CGFloat(index) * length
                path.addCurve(
                    to: CGPoint(x: start + length, y: rect.midY),
                    control1: CGPoint(x: start + length / 3, y: rect.minY),
                    control2: CGPoint(x: start + length * 2 / 3, y: rect.maxY))
            }
            path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
            path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
            path.closeSubpath()
        }
    }
}

/// The line between a module and the one above it.
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
