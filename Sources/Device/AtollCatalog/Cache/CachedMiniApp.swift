import AtollPackages
import Foundation

/// A version of a mini app that is in the cache.
public struct CachedMiniApp: Hashable, Sendable, Identifiable {
    /// The mini app's id; several versions of it may be in the cache.
    public let id: MiniAppID
    /// The version's code and name.
    public let version: Manifest.Version
    /// The sum of its files' lengths, in bytes. A file that several versions or mini apps share is stored once.
    public let size: Int
    /// When it was installed.
    public let created: Date
    /// When it was last opened.
    public let lastUsed: Date
}
