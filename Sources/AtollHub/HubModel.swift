import AtollCatalog
import AtollPackages
import Foundation
import Observation

/// Where a hub gets what it shows.
public protocol HubSource: Sendable {
    /// A part of what a query finds; the next one after a cursor.
    func page(_ query: HubQuery, after cursor: String?) async throws(CatalogError) -> MiniAppListingPage
    /// What the super app shows first.
    func featured() async throws(CatalogError) -> [MiniAppListing]
    func listing(of id: MiniAppID) async throws(CatalogError) -> MiniAppListing
}

extension MiniAppCatalog: HubSource {
    public func page(_ query: HubQuery, after cursor: String?) async throws(CatalogError) -> MiniAppListingPage {
        try await miniApps(query.search, after: cursor, count: Hub.pageSize)
    }

    public func featured() async throws(CatalogError) -> [MiniAppListing] {
        try await featuredMiniApps(count: 20).items
    }

    public func listing(of id: MiniAppID) async throws(CatalogError) -> MiniAppListing { try await miniApp(id: id) }
}

/// A hub as a screen needs it: what is shown, what is typed, what goes wrong.
///
/// Searches wait until the user pauses, and one is under way at a time: a newer one ends it.
@MainActor
@Observable
public final class HubModel {
    /// How far the hub is.
    public enum Phase: Hashable, Sendable {
        /// The first tiles are on their way: placeholders stand for them.
        case loading
        case ready
        /// Nothing was found.
        case empty
        /// It did not work; what was shown before is still there.
        case failed(CatalogError)
    }

    public private(set) var phase = Phase.loading
    public private(set) var hub: Hub
    /// What is typed into the field for searching. Setting it searches, once the user pauses.
    public var text = "" {
        didSet { if text != oldValue { search(HubQuery(typed: text), after: pause) } }
    }
    public var layout: HubLayout {
        didSet { rebuild() }
    }
    public private(set) var memory: HubMemory
    /// Whether more tiles are on their way.
    public private(set) var isLoadingMore = false

    private let source: any HubSource
    private let pause: Duration
    private let now: @Sendable () -> Date
    private let save: @Sendable (HubMemory) -> Void
    /// What is shown, and what was asked for last, which may have failed.
    private var query = HubQuery.all
    private var asked = HubQuery.all
    private var items: [MiniAppListing] = []
    private var next: String?
    private var featured: [MiniAppListing] = []
    private var others: [MiniAppListing] = []
    private var searching: Task<Void, Never>?

    /// - Parameters:
    ///   - pause: How long the user has to pause before it is searched.
    ///   - save: Keeps what the user has done, for the next time.
    public init(
        _ source: any HubSource, layout: HubLayout = .oneColumn, memory: HubMemory = HubMemory(),
        pause: Duration = .milliseconds(200), now: @escaping @Sendable () -> Date = { Date() },
        save: @escaping @Sendable (HubMemory) -> Void = { _ in }
    ) {
        self.source = source
        self.layout = layout
        self.memory = memory
        self.pause = pause
        self.now = now
        self.save = save
        hub = Hub(showing: MiniAppListingPage(items: [], start: 0, total: 0), in: layout, at: now())
    }

    /// Shows what a query finds.
    public func show(_ query: HubQuery) { search(query, after: .zero) }

    /// Looks again.
    public func reload() { search(asked, after: .zero) }

    /// Waits for the search that is under way.
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
        do throws(CatalogError) {
            let page = try await source.page(query, after: nil)
            // What is on a shelf is worth a try each; one that is gone is no reason to fail.
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
            next = page.next
            memory.noteVisit(at: now())
            save(memory)
            rebuild()
            phase = items.isEmpty ? .empty : .ready
        } catch {
            guard !Task.isCancelled else { return }
            phase = .failed(error)
        }
    }

    /// Adds the next tiles, where there are some: when the user comes to the end of those that are there.
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
            next = page.next
            rebuild()
            phase = .ready
        } catch {
            if asked == query, next == cursor { phase = .failed(error) }
        }
    }

    /// Notes that a mini app was opened.
    public func noteOpened(_ id: MiniAppID) {
        guard let listing = (items + featured + others).first(where: { $0.id == id }) else { return }
        change { $0.noteOpened(id, code: listing.version.code) }
    }

    public func setFavourite(_ id: MiniAppID, _ isFavourite: Bool) { change { $0.setFavourite(id, isFavourite) } }

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
            in: layout, featured: featured, others: others, memory: memory, at: now())
    }
}
