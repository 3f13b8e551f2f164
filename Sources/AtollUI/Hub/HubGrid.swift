import AtollHub
import AtollPackages
import SwiftUI

/// The tiles, as many columns as the layout has; more come when the user gets to the end.
struct HubGrid: View {
    let model: HubModel
    let icons: any HubIconSource
    let open: @MainActor (MiniAppID) -> Void
    let details: @MainActor (MiniAppID) -> Void

    var body: some View {
        LazyVGrid(
            columns: Array(repeating: GridItem(.flexible(), spacing: 16), count: model.layout.columns), spacing: 16
        ) {
            ForEach(model.hub.tiles) { tile in
                Button {
                    open(tile.id)
                } label: {
                    HubTileView(tile: tile, layout: model.layout, icons: icons)
                }
                .buttonStyle(.plain)
                .contextMenu { HubTileMenu(tile: tile, model: model, details: details) }
                .accessibilityIdentifier("tile-\(tile.id)")
                .onAppear {
                    // The end of those that are there: the grid is lazy, so it comes with scrolling.
                    if tile.id == model.hub.tiles.last?.id { Task { await model.loadMore() } }
                }
            }
        }
        if model.hub.next != nil {
            Button("Show more") { Task { await model.loadMore() } }
                .disabled(model.isLoadingMore)
                .frame(maxWidth: .infinity)
        }
    }
}
