import AtollCatalog
import AtollPackages
import Foundation

/// What a hub shows, without how: shelves above, and the tiles of what was looked for.
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
        /// Whether it has come, or has changed, since the user looked.
        public let isNew: Bool
        public let isFavourite: Bool

        public init(_ listing: MiniAppListing, in layout: HubLayout, memory: HubMemory = HubMemory(), at now: Date) {
            id = listing.id
            name = listing.name
            description = layout.showsDescriptions ? listing.summary : nil
            icon = listing.icon
            monogram = listing.name.prefix(1).uppercased()
            isNew = memory.isNew(listing, at: now)
            isFavourite = memory.isFavourite(listing.id)
        }
    }

    public let layout: HubLayout
    public let query: HubQuery
    /// What was found, in the order in which the catalog lists it.
    public let tiles: [Tile]
    /// What the super app shows first; only where everything is shown.
    public let featured: [Tile]
    /// In the user's order; only where everything is shown.
    public let favourites: [Tile]
    /// The newest first; only where everything is shown.
    public let recent: [Tile]
    /// The categories of what is shown, the most frequent first.
    public let tags: [String]
    /// Where the list goes on.
    public let next: String?

    /// The most categories that are offered.
    public static let maximumTags = 12
    /// How many tiles come at a time.
    public static let pageSize = 50

    /// The hub for what the catalog has found.
    ///
    /// - Parameters:
    ///   - page: What was found.
    ///   - others: Listings of mini apps that may stand on shelves and are not on this page.
    public init(
        showing page: MiniAppListingPage, for query: HubQuery = .all, in layout: HubLayout,
        featured: [MiniAppListing] = [], others: [MiniAppListing] = [], memory: HubMemory = HubMemory(),
        at now: Date = Date()
    ) {
        self.layout = layout
        self.query = query
        func tile(_ listing: MiniAppListing) -> Tile { Tile(listing, in: layout, memory: memory, at: now) }
        tiles = page.items.map(tile)
        next = page.next
        let isWhole = query == .all
        let known = Dictionary((page.items + featured + others).map { ($0.id, $0) }) { first, _ in first }
        self.featured = isWhole ? featured.map(tile) : []
        // What somebody may not open any longer is on no shelf.
        favourites = isWhole ? memory.favourites.compactMap { known[$0] }.map(tile) : []
        recent = isWhole ? memory.recent.compactMap { known[$0] }.map(tile) : []
        var counts: [String: Int] = [:]
        for tag in page.items.flatMap({ $0.tags ?? [] }) { counts[tag, default: 0] += 1 }
        tags = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.maximumTags).map(\.key)
    }

    /// What stands on shelves beside the page itself: the ids whose listings are needed.
    public static func shelved(_ memory: HubMemory, besides page: MiniAppListingPage) -> [MiniAppID] {
        var needed: [MiniAppID] = []
        let here = Set(page.items.map(\.id))
        for id in memory.favourites + memory.recent where !here.contains(id) && !needed.contains(id) {
            needed.append(id)
        }
        return needed
    }

    /// Whether there is nothing to show.
    public var isEmpty: Bool { tiles.isEmpty }
}
