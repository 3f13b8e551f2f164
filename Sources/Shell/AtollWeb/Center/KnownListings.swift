import AtollHub
import AtollPackages
import DurableFiles
import Foundation
import SignedJSON

/// The listings that the Center last returned for each user. While the Center can't be reached, the hub shows them, and
/// only these mini apps open.
actor KnownListings {
    private let directory: URL
    private var known: [String: MiniAppListingPage] = [:]

    private static let capacity = 1_000

    init(directory: URL) throws {
        self.directory = directory
        try DurableFile.makeFolder(directory)
        try DurableFile.removeLeftovers(in: directory)
    }

    /// Returns the listings that a user received last, or nil if none are stored.
    func listings(for user: String) -> MiniAppListingPage? {
        if let page = known[user] { return page }
        guard let data = FileManager.default.contents(atPath: file(of: user).path) else { return nil }
        return try? JSONDecoder.center.decode(MiniAppListingPage.self, fromForeign: data)
    }

    /// Returns the listing of a mini app as the user received it last, or nil if none is stored.
    func listing(of id: MiniAppID, for user: String) -> MiniAppListing? {
        listings(for: user)?.items.first { $0.id == id }
    }

    /// Stores the first page that a user receives. If there are more pages, known listings that may be on them are
    /// retained.
    func remember(_ page: MiniAppListingPage, for user: String) throws {
        let here = Set(page.items.map(\.id))
        // Listings are in the order of their names: a listing that should be on this page but is missing is no longer
        // available to the user.
        let end = page.items.last.map { Self.folded($0.name) } ?? ""
        let others =
            page.next == nil
            ? []
            : (listings(for: user)?.items ?? []).filter {
                !here.contains($0.id) && !Self.folded($0.name).utf8.lexicographicallyPrecedes(end.utf8)
            }
        try keep(page.items + others.prefix(Self.most), for: user)
    }

    /// Stores the listing of a single mini app, which may not be on any page that the user has seen.
    func remember(_ listing: MiniAppListing, for user: String) throws {
        let items = listings(for: user)?.items ?? []
        guard !items.contains(listing) else { return }
        var others = items.filter { $0.id != listing.id }
        others.insert(listing, at: items.firstIndex { $0.id == listing.id } ?? others.count)
        try keep(Array(others.suffix(Self.most + Hub.pageSize)), for: user)
    }

    /// Removes a mini app that a user may no longer open.
    func forget(_ id: MiniAppID, for user: String) throws {
        guard let items = listings(for: user)?.items, items.contains(where: { $0.id == id }) else { return }
        try keep(items.filter { $0.id != id }, for: user)
    }

    /// Removes all known listings of a user.
    func removeAll(of user: String) throws {
        try DurableFile.remove(file(of: user))
        known[user] = nil
    }

    private static func folded(_ name: String) -> String {
        FoldedText.folded(name)
    }

    /// The maximum number of listings stored in addition to the first page.
    private static let most = 100

    /// Stores listings, and writes nothing if they have not changed.
    private func keep(_ items: [MiniAppListing], for user: String) throws {
        let page = MiniAppListingPage(items: items, start: 0, total: items.count)
        guard listings(for: user) != page else { return }
        if known.count >= Self.capacity { known = [:] }
        known[user] = page
        try DurableFile.write(JSONEncoder.center.encode(page), to: file(of: user), permissions: 0o600)
    }

    /// The file of a user. The directory chooses the ids of users, which may not be valid file names.
    private func file(of user: String) -> URL { directory.appending(path: SHA256Hash(of: Data(user.utf8)).hex) }
}
