import AtollCatalog
import AtollPackages
import Foundation

/// The contents of a hub, independent of their presentation: shelves at the top, and the tiles that a query finds.
public struct Hub: Hashable, Sendable {
    /// One tile of the grid, or of a shelf.
    public struct Tile: Hashable, Sendable, Identifiable {
        /// The id of the mini app.
        public let id: MiniAppID
        /// The name of the mini app, from its listing.
        public let name: String
        /// The description, or nil if the layout hides it or the mini app has none.
        public let description: String?
        /// The icon, or nil if the mini app has none; ``monogram`` is shown instead.
        public let icon: MiniAppListing.Icon?
        /// The first character of the name, in upper case.
        public let monogram: String
        /// Whether to mark the mini app as new: see ``HubMemory/isNew(_:at:)``.
        public let isNew: Bool
        /// Whether it is one of the user's favourites.
        public let isFavourite: Bool

        /// Creates the tile for a listing.
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

    /// The layout of the grid.
    public let layout: HubLayout
    /// The query that the tiles are the result of.
    public let query: HubQuery
    /// The mini apps found, in the order of the catalog.
    public let tiles: [Tile]
    /// The mini apps that the super app features; empty unless the query is ``HubQuery/all``.
    public let featured: [Tile]
    /// The favourites in the user's order; empty unless the query is ``HubQuery/all``.
    public let favourites: [Tile]
    /// The recently used mini apps, the most recent first; empty unless the query is ``HubQuery/all``.
    public let recent: [Tile]
    /// The tags of the mini apps found, the most frequent first; at most ``maximumTags``.
    public let tags: [String]
    /// The cursor of the next page, or `nil` without one.
    public let next: String?

    /// The maximum number of tags offered as filters.
    public static let maximumTags = 12
    /// The number of tiles in a page.
    public static let pageSize = 50

    /// The hub for a page of the catalog.
    ///
    /// - Parameters:
    ///   - page: The mini apps found.
    ///   - query: The query that the page is the result of.
    ///   - layout: The layout of the grid.
    ///   - featured: The mini apps that the super app features.
    ///   - others: Further listings for the shelves, which the page does not have: see ``shelved(_:besides:)``.
    ///   - memory: The user's favourites and recently used mini apps.
    ///   - languages: The user's languages, in order of preference, as BCP 47 tags; none for what listings say in their
    ///   own.
    ///   - now: The current time, which decides what is new.
    public init(
        showing page: MiniAppListingPage, for query: HubQuery = .all, in layout: HubLayout,
        featured: [MiniAppListing] = [], others: [MiniAppListing] = [], memory: HubMemory = HubMemory(),
        languages: [String] = [], at now: Date = Date()
    ) {
        self.layout = layout
        self.query = query
        func tile(_ listing: MiniAppListing) -> Tile {
            Tile(listing.localized(in: languages), in: layout, memory: memory, at: now)
        }
        tiles = page.items.map(tile)
        next = page.next
        let isWhole = query == .all
        let known = Dictionary((page.items + featured + others).map { ($0.id, $0) }) { first, _ in first }
        self.featured = isWhole ? featured.map(tile) : []
        // A mini app that the user may no longer open has no listing here, so it is on no shelf.
        favourites = isWhole ? memory.favourites.compactMap { known[$0] }.map(tile) : []
        recent = isWhole ? memory.recent.compactMap { known[$0] }.map(tile) : []
        var counts: [String: Int] = [:]
        for tag in page.items.flatMap({ $0.tags ?? [] }) { counts[tag, default: 0] += 1 }
        tags = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.maximumTags).map(\.key)
    }

    /// The ids of favourites and recently used mini apps that are not on a page, so that their listings can be fetched.
    public static func shelved(_ memory: HubMemory, besides page: MiniAppListingPage) -> [MiniAppID] {
        var needed: [MiniAppID] = []
        let here = Set(page.items.map(\.id))
        for id in memory.favourites + memory.recent where !here.contains(id) && !needed.contains(id) {
            needed.append(id)
        }
        return needed
    }

    /// Whether the query found nothing.
    public var isEmpty: Bool { tiles.isEmpty }
}
