import AtollHub
import AtollPackages
import SwiftUI

/// The grid of tiles. The next page loads when the user reaches the end.
struct HubGrid: View {
    let model: HubModel
    let icons: any HubIconSource
    let open: @MainActor (MiniAppID) -> Void
    let details: @MainActor (MiniAppID) -> Void
    @Environment(\.dynamicTypeSize) private var typeSize

    var body: some View {
        let layout = model.layout.shown(at: typeSize)
        LazyVGrid(columns: layout.gridColumns, spacing: 16) {
            ForEach(model.hub.tiles) { tile in
                Button {
                    open(tile.id)
                } label: {
                    HubTileView(tile: tile, layout: layout, icons: icons)
                }
                .buttonStyle(.plain)
                .contextMenu { HubTileMenu(tile: tile, model: model, details: details) }
                .accessibilityIdentifier("tile-\(tile.id)")
                .onAppear {
                    // The grid is lazy, so the last tile appears only when the user scrolls to it.
                    if tile.id == model.hub.tiles.last?.id { Task { await model.loadMore() } }
                }
            }
        }
        if model.hub.next != nil {
            Button(localized("Show more")) { Task { await model.loadMore() } }
                .disabled(model.isLoadingMore)
                .frame(maxWidth: .infinity)
        }
    }
}
