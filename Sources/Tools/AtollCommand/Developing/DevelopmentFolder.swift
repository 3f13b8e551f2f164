import DurableFiles
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder for the data of mini apps during development. It is removed with the process; folders of killed ones are
/// removed by the next.
struct DevelopmentFolder {
    let url: URL
    private let lock: FolderLock

    private static let prefix = "atoll-dev-"

    init() throws {
        let place = FileManager.default.temporaryDirectory
        for name in (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        where name.hasPrefix(Self.prefix) {
            let left = place.appending(path: name)
            // A process that runs has its folder locked. Folders of other users are theirs to remove.
            guard OwnFolder.isPrivate(left), (try? FolderLock(left)) != nil else { continue }
            try? FileManager.default.removeItem(at: left)
        }
        url = place.appending(path: "\(Self.prefix)\(getpid())-\(UUID().uuidString.prefix(8))")
        // It must be a new folder.
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        lock = try FolderLock(url)
    }

    func remove() { withExtendedLifetime(lock) { try? FileManager.default.removeItem(at: url) } }
}
