import DurableFiles
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder for the data of mini apps during development. The process removes it when it ends. The next process removes
/// the folders of processes that were killed.
struct DevelopmentFolder {
    let url: URL
    private let lock: FolderLock

    private static let prefix = "atoll-dev-"

    init() throws {
        let place = FileManager.default.temporaryDirectory
        for name in (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        where name.hasPrefix(Self.prefix) {
            let left = place.appending(path: name)
            // A running process has locked its folder. Folders of other users are left alone.
            guard OwnFolder.isPrivate(left), (try? FolderLock(left)) != nil else { continue }
            try? FileManager.default.removeItem(at: left)
        }
        url = place.appending(path: "\(Self.prefix)\(getpid())-\(UUID().uuidString.prefix(8))")
        // It must not exist yet: another user may have made it.
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        lock = try FolderLock(url)
    }

    func remove() { withExtendedLifetime(lock) { try? FileManager.default.removeItem(at: url) } }
}
