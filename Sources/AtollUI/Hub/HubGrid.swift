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

/// One mini app.
struct HubTileView: View {
    let tile: Hub.Tile
    let layout: HubLayout
    let icons: any HubIconSource

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            HStack {
                HubIconView(tile: tile, icons: icons).frame(width: 56, height: 56)
                Spacer()
                if tile.isFavourite { Image(systemName: "star.fill").foregroundStyle(.tint) }
            }
            Spacer(minLength: 0)
            HStack {
                Text(verbatim: tile.name).font(.headline).lineLimit(1)
                if tile.isNew { Text("New").font(.caption).foregroundStyle(.tint) }
            }
            if let description = tile.description {
                Text(verbatim: description).font(.subheadline).foregroundStyle(.secondary).lineLimit(2)
            }
        }
        .padding(20)
        .frame(maxWidth: .infinity, minHeight: CGFloat(layout.tileHeight), alignment: .leading)
        .background(.background, in: .rect(cornerRadius: 20))
        .accessibilityElement(children: .combine)
    }
}

/// Tiles that stand for those that are on their way.
struct HubPlaceholders: View {
    let layout: HubLayout

    var body: some View {
        LazyVGrid(columns: Array(repeating: GridItem(.flexible(), spacing: 16), count: layout.columns), spacing: 16) {
            ForEach(Array(0..<4), id: \.self) { _ in
                RoundedRectangle(cornerRadius: 20).fill(.quaternary).frame(height: CGFloat(layout.tileHeight))
            }
        }
        .accessibilityLabel("Loading mini apps")
    }
}

/// Nothing to show, and what to do.
struct HubEmptyView: View {
    let query: HubQuery
    let showAll: @MainActor () -> Void

    var body: some View {
        ContentUnavailableView {
            Label(query == .all ? "No mini apps yet" : "Nothing found", systemImage: "square.grid.2x2")
        } description: {
            Text(
                query == .all
                    ? "There is nothing that you may open at the moment. New mini apps appear here when they are released to you."
                    : "Try another word, or look through everything.")
        } actions: {
            Button(query == .all ? "Look again" : "Show all", action: showAll)
        }
    }
}
