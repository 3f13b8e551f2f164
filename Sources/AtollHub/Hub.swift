import AtollCatalog
import AtollPackages

/// The grid of mini apps that a user sees.
public struct Hub: Hashable, Sendable {
    /// One tile of the grid.
    public struct Tile: Hashable, Sendable, Identifiable {
        public let id: MiniAppID
        /// The mini app's name.
        public let name: String
        /// What it is for, or nil where the layout hides it or the mini app says nothing.
        public let description: String?
        /// The picture, or nil where the mini app has none; then ``monogram`` stands for it.
        public let icon: MiniAppListing.Icon?
        /// The first letter of the name, in upper case.
        public let monogram: String
    }

    public let layout: HubLayout
    /// The tiles, in the order in which the catalog lists the mini apps.
    public let tiles: [Tile]

    /// The hub for what the catalog lists.
    public init(showing listings: [MiniAppListing], in layout: HubLayout) {
        self.layout = layout
        tiles = listings.map { listing in
            Tile(
                id: listing.id, name: listing.name,
                description: layout.showsDescriptions ? listing.summary : nil,
                icon: listing.icon, monogram: listing.name.prefix(1).uppercased()
            )
        }
    }

    /// Whether there is nothing to show.
    public var isEmpty: Bool { tiles.isEmpty }
}
