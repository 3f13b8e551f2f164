import AtollHub
import AtollPackages
import DurableFiles
import Foundation

/// What the Center last said that each user may open: what the hub shows, and what opens, while the Center is out of reach.
actor KnownListings {
    private let directory: URL
    private var known: [String: MiniAppListingPage] = [:]

    private static let capacity = 1_000

    init(directory: URL) throws {
        self.directory = directory
        try DurableFile.makeFolder(directory)
        try DurableFile.removeLeftovers(in: directory)
    }

    /// What a user was told last, or nil.
    func listings(for user: String) -> MiniAppListingPage? {
        if let page = known[user] { return page }
        guard let data = FileManager.default.contents(atPath: file(of: user).path) else { return nil }
        return try? MiniAppListingPage.decoder.decode(MiniAppListingPage.self, from: data)
    }

    /// Remembers the first page that a user is told, and of what was known what may stand on later ones.
    func remember(_ page: MiniAppListingPage, for user: String) throws {
        let here = Set(page.items.map(\.id))
        let others = page.next == nil ? [] : (listings(for: user)?.items ?? []).filter { !here.contains($0.id) }
        try keep(page.items + others.prefix(Self.most), for: user)
    }

    /// Remembers what a user is told of a mini app: it may be on no page that they have seen.
    func remember(_ listing: MiniAppListing, for user: String) throws {
        let items = listings(for: user)?.items ?? []
        guard !items.contains(listing) else { return }
        var others = items.filter { $0.id != listing.id }
        others.insert(listing, at: items.firstIndex { $0.id == listing.id } ?? others.count)
        try keep(Array(others.suffix(Self.most + Hub.pageSize)), for: user)
    }

    /// Forgets a mini app that a user may not open any longer.
    func forget(_ id: MiniAppID, for user: String) throws {
        guard let items = listings(for: user)?.items, items.contains(where: { $0.id == id }) else { return }
        try keep(items.filter { $0.id != id }, for: user)
    }

    /// The most that are remembered beside the first page.
    private static let most = 100

    /// Nothing is written where it is what was known.
    private func keep(_ items: [MiniAppListing], for user: String) throws {
        let page = MiniAppListingPage(items: items, start: 0, total: items.count)
        guard listings(for: user) != page else { return }
        if known.count >= Self.capacity { known = [:] }
        known[user] = page
        try DurableFile.write(MiniAppListingPage.encoder.encode(page), to: file(of: user), permissions: 0o600)
    }

    /// Users' ids are the directory's to choose, and may be no names for files.
    private func file(of user: String) -> URL { directory.appending(path: BlobDigest(of: Data(user.utf8)).hex) }
}
