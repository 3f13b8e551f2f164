import SwiftUI

/// Shown while a mini app loads.
struct MiniAppLoadingView: View {
    /// The fraction that has been loaded, from 0 to 1; nil if that is not known.
    let part: Double?

    var body: some View {
        VStack(spacing: 16) {
            if let part { ProgressView(value: part) } else { ProgressView() }
            Text(localized("Loading…")).foregroundStyle(.secondary)
        }
        .padding(40)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
    }
}
