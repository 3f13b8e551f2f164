import AtollHub
import AtollPackages
import SwiftUI

/// A row of mini apps that is scrolled sideways; nothing where there is none.
struct HubShelf<Tools: View>: View {
    private let title: LocalizedStringKey
    private let tiles: [Hub.Tile]
    private let icons: any HubIconSource
    private let open: @MainActor (MiniAppID) -> Void
    private let tools: Tools

    init(
        _ title: LocalizedStringKey, tiles: [Hub.Tile], icons: any HubIconSource,
        open: @escaping @MainActor (MiniAppID) -> Void, @ViewBuilder tools: () -> Tools
    ) {
        self.title = title
        self.tiles = tiles
        self.icons = icons
        self.open = open
        self.tools = tools()
    }

    var body: some View {
        if !tiles.isEmpty {
            VStack(alignment: .leading) {
                HStack {
                    Text(title).font(.headline).accessibilityAddTraits(.isHeader)
                    Spacer()
                    tools
                }
                ScrollView(.horizontal, showsIndicators: false) {
                    HStack {
                        ForEach(tiles) { tile in
                            Button {
                                open(tile.id)
                            } label: {
                                HStack {
                                    HubIconView(tile: tile, icons: icons).frame(width: 40, height: 40)
                                    Text(verbatim: tile.name).lineLimit(1)
                                }
                                .padding(8)
                                .background(.background, in: .rect(cornerRadius: 18))
                            }
                            .buttonStyle(.plain)
                        }
                    }
                }
            }
        }
    }
}

/// Categories and what is near: what narrows the grid down.
struct HubFilters: View {
    let model: HubModel
    let near: (@MainActor () -> Void)?

    var body: some View {
        ScrollView(.horizontal, showsIndicators: false) {
            HStack {
                if model.hub.query != .all {
                    Button("Show all") {
                        model.text = ""
                        model.show(.all)
                    }
                }
                if let near { Button("Near me", systemImage: "location", action: near) }
                ForEach(model.hub.tags, id: \.self) { tag in
                    Button {
                        model.show(.tag(tag))
                    } label: {
                        Text(verbatim: tag)
                    }
                    .accessibilityAddTraits(model.hub.query == .tag(tag) ? .isSelected : [])
                }
            }
            .buttonStyle(.bordered)
        }
    }
}

/// The user's favourites in a list that can be arranged, by dragging and by VoiceOver.
struct FavouritesEditor: View {
    let model: HubModel
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            List {
                ForEach(model.hub.favourites) { tile in Text(verbatim: tile.name) }
                    .onMove { from, place in
                        guard let index = from.first, model.hub.favourites.indices.contains(index) else { return }
                        // The place is counted with the row that moves still in its own.
                        model.moveFavourite(model.hub.favourites[index].id, to: place > index ? place - 1 : place)
                    }
                    .onDelete { rows in
                        for id in rows.map({ model.hub.favourites[$0].id }) { model.setFavourite(id, false) }
                    }
            }
            .navigationTitle("Favourites")
            .toolbar {
                ToolbarItem(placement: .confirmationAction) { Button("Done") { dismiss() } }
            }
        }
    }
}
