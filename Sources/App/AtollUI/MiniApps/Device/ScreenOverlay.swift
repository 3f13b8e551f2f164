import SwiftUI

/// The overlay that a mini app shows over its page: a short text, or a progress indicator.
struct ScreenOverlay: View {
    private let screen: ScreenDevice

    init(_ screen: ScreenDevice) { self.screen = screen }

    var body: some View {
        VStack {
            Spacer()
            if let waiting = screen.waiting {
                HStack {
                    ProgressView()
                    Text(verbatim: waiting)
                }
                .padding(16)
                .background(.regularMaterial)
            }
            Spacer()
            if let toast = screen.toast {
                Text(verbatim: toast).padding(12).background(.regularMaterial)
            }
        }
        .padding(16)
    }
}
