import AtollHub
import AtollPackages
import SwiftUI

/// A row of mini apps that scrolls sideways; empty shelves are not shown.
struct HubShelf<Tools: View>: View {
    private let title: String
    private let tiles: [Hub.Tile]
    private let icons: any HubIconSource
    private let open: @MainActor (MiniAppID) -> Void
    private let tools: Tools
    @ScaledMetric private var iconSide: CGFloat = 40
    @Environment(\.dynamicTypeSize) private var typeSize

    init(
        _ title: String, tiles: [Hub.Tile], icons: any HubIconSource,
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
                                    HubIconView(tile: tile, icons: icons, side: iconSide)
                                    Text(verbatim: tile.name).lineLimit(typeSize.isAccessibilitySize ? nil : 1)
                                }
                                .padding(8)
                                .background(.quaternary, in: .rect(cornerRadius: 18))
                            }
                            .buttonStyle(.plain)
                        }
                    }
                }
            }
        }
    }
}
