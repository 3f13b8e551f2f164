import AtollPackages
import Foundation

/// Which values a lane of a storage has, and their sizes, by area: for writers, who take turns, and for readers beside them.
final class StorageAreas: @unchecked Sendable {
    // `Mutex` needs iOS 18.
    private let lock = NSLock()
    // Safe: only touched while `lock` is held. By file name, not by key: Swift considers two spellings of an accented letter
    // equal, but they are two files.
    private var sizes: [StorageArea: [String: Int]] = [:]

    /// How many areas are known at a time. What is not known is read from the folder again.
    private static let capacity = 150

    /// The sizes of an area's values by file name, or nil if they are not known at the moment.
    subscript(area: StorageArea) -> [String: Int]? {
        get { lock.withLock { sizes[area] } }
        set {
            lock.withLock {
                if sizes.count >= Self.capacity, sizes[area] == nil { sizes = [:] }
                sizes[area] = newValue
            }
        }
    }

    /// Forgets a value that was removed.
    func forget(_ name: String, in area: StorageArea) {
        lock.withLock { sizes[area]?[name] = nil }
    }

    /// Forgets all areas of a mini app.
    func forget(_ miniApp: MiniAppID) {
        lock.withLock { sizes = sizes.filter { $0.key.miniApp != miniApp } }
    }
}
