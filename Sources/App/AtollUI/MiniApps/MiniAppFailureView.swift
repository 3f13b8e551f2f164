import SwiftUI

/// Shown instead of a mini app that can't be opened or has failed.
struct MiniAppFailureView: View {
    let reason: String
    let retry: @MainActor () -> Void

    var body: some View {
        ContentUnavailableView {
            Label(localized("The mini app can't be opened"), systemImage: "exclamationmark.triangle")
        } description: {
            Text(verbatim: reason)
        } actions: {
            Button(localized("Try again"), action: retry).buttonStyle(.borderedProminent)
        }
    }
}
