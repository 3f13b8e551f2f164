import SwiftUI

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
