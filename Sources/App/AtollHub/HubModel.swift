import AtollCatalog
import AtollPackages
import Foundation
import Observation

extension MiniAppCatalog: HubSource {
    /// A page of up to ``Hub/pageSize`` listings. A text that finds nothing is not counted here: something inside a
    /// mini app may fit.
    public func page(_ query: HubQuery, after cursor: String?) async throws(CatalogError) -> MiniAppListingPage {
        try await miniApps(query.search, after: cursor, count: Hub.pageSize, isCounted: false)
    }

    /// The first 20 featured mini apps.
    public func featured() async throws(CatalogError) -> [MiniAppListing] {
        try await featuredMiniApps(count: 20).items
    }

    /// The listing of one mini app, from the Center.
    public func listing(of id: MiniAppID) async throws(CatalogError) -> MiniAppListing { try await miniApp(id: id) }
}

/// An observable hub for a screen: its contents, the search text, and errors.
///
/// ```swift
/// let model = HubModel(catalog, memory: memory, save: { memory in store(memory) })
/// ```
/// A search starts when the user pauses typing. Only one search runs at a time: a newer one cancels it.
@MainActor
@Observable
public final class HubModel {
    /// The state of loading.
    public enum Phase: Hashable, Sendable {
        /// The first tiles are loading; show placeholders.
        case loading
        /// The tiles are loaded.
        case ready
        /// The query found nothing.
        case empty
        /// Loading failed; the hub still has its previous contents.
        case failed(CatalogError)
    }

    /// The state of loading.
    public private(set) var phase = Phase.loading
    /// The contents to show.
    public private(set) var hub: Hub
    /// The results of the last search inside mini apps, also if the Center can't be reached.
    public private(set) var entries: [HubEntry] = []
    /// The text in the search field. Setting it starts a search after a pause.
    public var text = "" {
        didSet { if text != oldValue { search(HubQuery(typed: text), after: pause) } }
    }
    /// The layout of the grid; setting it rebuilds ``hub`` without a search.
    public var layout: HubLayout {
        didSet { rebuild() }
    }
    /// The user's favourites and recently used mini apps.
    public private(set) var memory: HubMemory
    /// Whether the next page is loading.
    public private(set) var isLoadingMore = false

    private let source: any HubSource
    private let pause: Duration
    private let languages: [String]
    private let now: @Sendable () -> Date
    private let save: @Sendable (HubMemory) -> Void
    /// The query shown, and the one asked for last, which may have failed.
    private var query = HubQuery.all
    private var asked = HubQuery.all
    private var items: [MiniAppListing] = []
    /// The mini apps that the user may open and the hub has seen.
    private var openable: [MiniAppListing] = []
    private var next: String?
    private var featured: [MiniAppListing] = []
    private var others: [MiniAppListing] = []
    private var searching: Task<Void, Never>?

    /// Creates a hub; ``reload()`` loads it.
    ///
    /// - Parameters:
    ///   - source: The source of the listings, usually the catalog.
    ///   - layout: The layout to begin with.
    ///   - memory: The memory that `save` stored last.
    ///   - pause: How long the user must pause typing before a search starts.
    ///   - languages: The user's languages, in order of preference, as BCP 47 tags, in which names and descriptions are
    ///   shown.
    ///   - now: Returns the current time.
    ///   - save: Stores the memory, for the next launch. Called after each change and each successful search.
    public init(
        _ source: any HubSource, layout: HubLayout = .oneColumn, memory: HubMemory = HubMemory(),
        pause: Duration = .milliseconds(200), languages: [String] = Locale.preferredLanguages,
        now: @escaping @Sendable () -> Date = { Date() },
        save: @escaping @Sendable (HubMemory) -> Void = { _ in }
    ) {
        self.source = source
        self.layout = layout
        self.memory = memory
        self.pause = pause
        self.languages = languages
        self.now = now
        self.save = save
        hub = Hub(showing: MiniAppListingPage(items: [], start: 0, total: 0), in: layout, at: now())
    }

    /// Searches for a query immediately.
    public func show(_ query: HubQuery) { search(query, after: .zero) }

    /// Repeats the last query immediately, including one that failed.
    public func reload() { search(asked, after: .zero) }

    /// Waits until the current search has finished.
    public func settled() async { await searching?.value }

    private func search(_ query: HubQuery, after pause: Duration) {
        searching?.cancel()
        asked = query
        searching = Task {
            if pause > .zero { try? await Task.sleep(for: pause) }
            guard !Task.isCancelled else { return }
            await load(query)
        }
    }

    private func load(_ query: HubQuery) async {
        if items.isEmpty { phase = .loading }
        let found = await entries(of: query)
        guard !Task.isCancelled else { return }
        entries = found
        do throws(CatalogError) {
            let page = try await source.page(query, after: nil)
            // Shelves are optional: a listing that can't be fetched does not fail the search.
            let featured = query == .all ? (try? await source.featured()) ?? [] : []
            var others: [MiniAppListing] = []
            if query == .all {
                for id in Hub.shelved(memory, besides: page) {
                    if let listing = try? await source.listing(of: id) { others.append(listing) }
                }
            }
            guard !Task.isCancelled else { return }
            self.query = query
            self.featured = featured
            self.others = others
            items = page.items
            if query == .all { openable = Self.unique(page.items + others + featured) }
            next = page.next
            memory.noteVisit(at: now())
            save(memory)
            rebuild()
            phase = items.isEmpty ? .empty : .ready
            if case .text(let text) = query, items.isEmpty, found.isEmpty { source.noteNothingFound(text) }
        } catch {
            guard !Task.isCancelled else { return }
            phase = .failed(error)
        }
    }

    /// The most results inside mini apps.
    private static let maximumEntries = 6

    private func entries(of query: HubQuery) async -> [HubEntry] {
        guard case .text(let text) = query else { return [] }
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let found = await source.entries(matching: words, in: openable.map(\.id), limit: Self.maximumEntries)
        return found.enumerated().compactMap { index, found in
            listing(of: found.miniApp).map { HubEntry(miniApp: $0, entry: found.entry, id: index) }
        }
    }

    /// The listing of a mini app that the hub has seen; nil for others.
    public func listing(of id: MiniAppID) -> MiniAppListing? {
        (items + openable + featured + others).first { $0.id == id }?.localized(in: languages)
    }

    private static func unique(_ listings: [MiniAppListing]) -> [MiniAppListing] {
        var seen: Set<MiniAppID> = []
        return listings.filter { seen.insert($0.id).inserted }
    }

    /// Loads the next page, if there is one and it is not loading yet. Call it when the user reaches the end of the
    /// tiles.
    public func loadMore() async {
        guard let cursor = next, !isLoadingMore else { return }
        let asked = query
        isLoadingMore = true
        defer { isLoadingMore = false }
        do throws(CatalogError) {
            let page = try await source.page(asked, after: cursor)
            guard asked == query, next == cursor else { return }
            let known = Set(items.map(\.id))
            items += page.items.filter { !known.contains($0.id) }
            if asked == .all { openable = Self.unique(items + others + featured) }
            next = page.next
            rebuild()
            phase = .ready
        } catch {
            if asked == query, next == cursor { phase = .failed(error) }
        }
    }

    /// Records that a mini app was opened. An id that the hub does not show is ignored.
    public func noteOpened(_ id: MiniAppID) {
        guard let listing = listing(of: id) else { return }
        change { $0.noteOpened(id, code: listing.version.code) }
    }

    /// Adds a mini app to the favourites or removes it: see ``HubMemory/setFavourite(_:_:)``.
    public func setFavourite(_ id: MiniAppID, _ isFavourite: Bool) { change { $0.setFavourite(id, isFavourite) } }

    /// Moves a favourite to a position, from 0, among the favourites shown.
    public func moveFavourite(_ id: MiniAppID, to place: Int) {
        let shown = hub.favourites.map(\.id)
        change { $0.moveFavourite(id, to: place, among: shown) }
    }

    private func change<Result>(_ change: (inout HubMemory) -> Result) {
        _ = change(&memory)
        save(memory)
        rebuild()
    }

    private func rebuild() {
        hub = Hub(
            showing: MiniAppListingPage(items: items, start: 0, total: items.count, next: next), for: query,
            in: layout, featured: featured, others: others, memory: memory, languages: languages, at: now())
    }
}
