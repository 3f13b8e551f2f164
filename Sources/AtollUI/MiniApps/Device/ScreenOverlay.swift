import SwiftUI

/// What a mini app shows over its page: a short text, and that something takes a while.
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

/// The large button below a mini app's page.
struct MainButtonView: View {
    private let button: ScreenDevice.MainButton
    private let tap: @MainActor () -> Void

    init(_ button: ScreenDevice.MainButton, tap: @escaping @MainActor () -> Void) {
        self.button = button
        self.tap = tap
    }

    var body: some View {
        Button(role: button.isDestructive ? .destructive : nil, action: tap) {
            HStack {
                if button.isLoading { ProgressView() }
                Text(verbatim: button.text)
            }
            .frame(maxWidth: .infinity)
        }
        .buttonStyle(.borderedProminent)
        .disabled(!button.isEnabled || button.isLoading)
        .padding(16)
    }
}
