import AtollHub
import AtollPackages
import SwiftUI

/// What else can be done with a tile.
struct HubTileMenu: View {
    let tile: Hub.Tile
    let model: HubModel
    let details: @MainActor (MiniAppID) -> Void

    var body: some View {
        Button(
            tile.isFavourite ? "No longer a favourite" : "Make it a favourite",
            systemImage: tile.isFavourite ? "star.slash" : "star"
        ) {
            model.setFavourite(tile.id, !tile.isFavourite)
        }
        Button("About", systemImage: "info.circle") { details(tile.id) }
    }
}
