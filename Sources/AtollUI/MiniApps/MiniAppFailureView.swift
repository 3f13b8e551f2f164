import SwiftUI

/// A mini app that does not run.
struct MiniAppFailureView: View {
    let reason: String
    let retry: @MainActor () -> Void

    var body: some View {
        ContentUnavailableView {
            Label("It can't be opened", systemImage: "exclamationmark.triangle")
        } description: {
            Text(verbatim: reason)
        } actions: {
            Button("Try again", action: retry).buttonStyle(.borderedProminent)
        }
    }
}
