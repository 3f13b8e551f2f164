import AtollHub
import SwiftUI

/// The tile of one mini app.
struct HubTileView: View {
    let tile: Hub.Tile
    let layout: HubLayout
    let icons: any HubIconSource
    @ScaledMetric private var iconSide: CGFloat = 56
    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            HStack {
                HubIconView(tile: tile, icons: icons, side: iconSide)
                Spacer()
                if tile.isFavourite { Image(systemName: "star.fill").foregroundStyle(.tint) }
            }
            Spacer(minLength: 0)
            HStack {
                Text(verbatim: tile.name).font(.headline).lineLimit(typeSize.isAccessibilitySize ? nil : 1)
                if tile.isNew { Text(localized("New")).font(.caption).foregroundStyle(.tint) }
            }
            if let description = tile.description {
                Text(verbatim: description).font(.subheadline).foregroundStyle(.secondary)
                    .lineLimit(typeSize.isAccessibilitySize ? nil : 2)
            }
        }
        .padding(20)
        .frame(maxWidth: .infinity, minHeight: CGFloat(layout.tileHeight), alignment: .leading)
        .background(.quaternary, in: .rect(cornerRadius: 20))
        .accessibilityElement(children: .combine)
    }
}
