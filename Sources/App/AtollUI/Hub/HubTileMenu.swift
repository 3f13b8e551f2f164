import AtollHub
import AtollPackages
import SwiftUI

/// The context menu of a tile.
struct HubTileMenu: View {
    let tile: Hub.Tile
    let model: HubModel
    let details: @MainActor (MiniAppID) -> Void

    var body: some View {
        Button(
            tile.isFavourite ? localized("Remove from favourites") : localized("Add to favourites"),
            systemImage: tile.isFavourite ? "star.slash" : "star"
        ) {
            model.setFavourite(tile.id, !tile.isFavourite)
        }
        Button(localized("About"), systemImage: "info.circle") { details(tile.id) }
    }
}
