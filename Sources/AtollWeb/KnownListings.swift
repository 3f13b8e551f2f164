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

    /// Remembers what a user is told; nothing is written where it is what was known.
    func remember(_ page: MiniAppListingPage, for user: String) throws {
        guard listings(for: user) != page else { return }
        if known.count >= Self.capacity { known = [:] }
        known[user] = page
        try DurableFile.write(MiniAppListingPage.encoder.encode(page), to: file(of: user), permissions: 0o600)
    }

    /// Users' ids are the directory's to choose, and may be no names for files.
    private func file(of user: String) -> URL { directory.appending(path: BlobDigest(of: Data(user.utf8)).hex) }
}
