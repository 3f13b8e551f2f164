import AtollHub
import SwiftUI

/// Placeholder tiles while the first page loads.
struct HubPlaceholders: View {
    let layout: HubLayout

    var body: some View {
        LazyVGrid(columns: layout.gridColumns, spacing: 16) {
            ForEach(Array(0..<4), id: \.self) { _ in
                RoundedRectangle(cornerRadius: 20).fill(.quaternary).frame(height: CGFloat(layout.tileHeight))
            }
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(localized("Loading mini apps"))
    }
}
