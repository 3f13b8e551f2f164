import AtollHub
import SwiftUI

/// The user's favourites in a list that can be reordered, by dragging or with VoiceOver.
struct FavouritesEditor: View {
    let model: HubModel
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            List {
                ForEach(model.hub.favourites) { tile in Text(verbatim: tile.name) }
                    .onMove { from, place in
                        guard let index = from.first, model.hub.favourites.indices.contains(index) else { return }
                        // SwiftUI counts the destination before the row is removed from its old index.
                        model.moveFavourite(model.hub.favourites[index].id, to: place > index ? place - 1 : place)
                    }
                    .onDelete { rows in
                        for id in rows.map({ model.hub.favourites[$0].id }) { model.setFavourite(id, false) }
                    }
            }
            .navigationTitle(localized("Favourites"))
            .toolbar {
                ToolbarItem(placement: .confirmationAction) { Button(localized("Done")) { dismiss() } }
            }
        }
    }
}
