import AtollPackages
import DurableFiles
import Foundation

/// Stores the users' photos, each in a file whose name does not reveal whose it is. Files are replaced as a whole, so
/// that they can be read while one is written.
actor PhotoStore {
    private let directory: URL
    private let changes: ChangeCount

    /// - Parameter changes: The count of changes that invalidate the bridge's cache.
    init(directory: URL, changes: ChangeCount = ChangeCount()) throws {
        self.directory = directory
        self.changes = changes
        try DurableFile.makeFolder(directory)
        try DurableFile.removeLeftovers(in: directory)
    }

    /// Whether a user has a photo.
    nonisolated func has(of user: String) -> Bool { FileManager.default.fileExists(atPath: file(of: user).path) }

    /// A user's photo, or nil if they have none.
    ///
    /// - Throws: An error if it can't be read.
    nonisolated func photo(of user: String) throws -> UserPhoto? {
        has(of: user) ? try UserPhoto(Data(contentsOf: file(of: user))) : nil
    }

    /// Replaces a user's photo; nil removes it.
    func keep(_ photo: UserPhoto?, of user: String) throws {
        defer { changes.note() }
        guard let photo else { return try DurableFile.remove(file(of: user)) }
        try DurableFile.write(photo.contents, to: file(of: user), permissions: 0o600)
    }

    private nonisolated func file(of user: String) -> URL {
        directory.appending(path: SHA256Hash(of: Data(user.utf8)).hex)
    }
}
