import SwiftUI

/// A mini app on its way.
struct MiniAppLoadingView: View {
    let part: Double?

    var body: some View {
        VStack(spacing: 16) {
            if let part { ProgressView(value: part) } else { ProgressView() }
            Text("Loading…").foregroundStyle(.secondary)
        }
        .padding(40)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
    }
}
