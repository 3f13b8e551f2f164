import AtollCatalog
import AtollHub
import AtollPackages
import AtollRuntime
import Foundation

/// Searches inside the mini apps that users of the shell may open.
///
/// Before a user's first search, the Center is asked which mini apps they may open and in which version, and files that
/// are not on this server yet are fetched, up to ``budget``. The search waits briefly for that. Later, the Center is
/// asked again in the background from time to time.
actor ContentSearch {
    private struct Visitor: Hashable {
        let user: String
        let roles: Set<String>
    }

    /// The mini apps that the searches of one user look into.
    private struct Scope {
        let listings: [MiniAppListing]
        let made: ContinuousClock.Instant
    }

    private let center: CenterAccess
    private let now: @Sendable () -> ContinuousClock.Instant
    private let keepsScopes: Bool
    private var scopes: [Visitor: Scope] = [:]
    private var making: [Visitor: Task<[MiniAppListing], any Error>] = [:]

    /// The age from which the Center's answer is refreshed, and the age from which it is no longer used.
    private static let (freshness, lifetime) = (Duration.seconds(60), Duration.seconds(300))
    /// The most pages of the list that are searched, of 50 mini apps each.
    private static let maximumPages = 2
    private static let maximumScopes = 1_000
    /// The maximum size of files to fetch at a time, in bytes.
    private static let budget = 32_000_000
    /// The time that a first search waits.
    private static let patience = Duration.seconds(2)

    init(center: CenterAccess, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.center = center
        self.now = now
        keepsScopes = !center.configuration.stage.isPreview
    }

    /// Returns the entries that match, with the listings of their mini apps.
    func entries(
        matching words: [String], limit: Int, for user: User
    ) async throws -> [(MiniAppListing, ContentEntry)] {
        let listings = try await listings(for: user)
        let found = try await center.entries(matching: words, in: listings, limit: limit, for: user)
        let known = Dictionary(listings.map { ($0.id, $0) }) { first, _ in first }
        return found.compactMap { found in known[found.miniApp].map { ($0, found.entry) } }
    }

    private func listings(for user: User) async throws -> [MiniAppListing] {
        let visitor = Visitor(user: user.id, roles: user.roles)
        let age = scopes[visitor].map { $0.made.duration(to: now()) }
        if keepsScopes, let known = scopes[visitor], let age, age < Self.lifetime {
            if age >= Self.freshness { _ = task(for: user, visitor) }
            return known.listings
        }
        let task = task(for: user, visitor)
        let (outcome, ending) = AsyncThrowingStream.makeStream(of: [MiniAppListing].self)
        let waiting = Task {
            do { ending.yield(try await task.value) } catch { ending.finish(throwing: error) }
        }
        let ticking = Task {
            try await Task.sleep(for: Self.patience)
            // The next search finds the files that are being fetched.
            ending.yield([])
        }
        defer {
            waiting.cancel()
            ticking.cancel()
        }
        for try await listings in outcome { return listings }
        throw CancellationError()
    }

    /// Asks the Center, once for all searches that wait for the same answer.
    private func task(for user: User, _ visitor: Visitor) -> Task<[MiniAppListing], any Error> {
        if let task = making[visitor] { return task }
        let task = Task { [center] in
            defer { self.making[visitor] = nil }
            let first = try await center.listings(for: user)
            var (listings, next) = (first.page.items, first.page.next)
            for _ in 1..<Self.maximumPages {
                guard let cursor = next else { break }
                let page = try await center.listings(after: cursor, for: user).page
                listings += page.items
                next = page.next
            }
            // Without a connection, those mini apps of the last known list are searched that are on this server.
            guard first.isCurrent else { return listings }
            listings = await center.prepareSearch(in: listings, budget: Self.budget, for: user)
            self.keep(listings, for: visitor)
            return listings
        }
        making[visitor] = task
        return task
    }

    private func keep(_ listings: [MiniAppListing], for visitor: Visitor) {
        let now = now()
        if scopes.count >= Self.maximumScopes { scopes = scopes.filter { $0.value.made + Self.lifetime > now } }
        if scopes.count >= Self.maximumScopes { scopes = [:] }
        scopes[visitor] = Scope(listings: listings, made: now)
    }
}
