import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The attributes that reveal a changed file, even if it was replaced by another one with the same size and time.
struct WatchedStamp: Hashable, Sendable {
    let size: Int
    private let modified: Int
    private let changed: Int
    private let number: UInt64

    /// Reads the stamp of a file, or returns nil if it does not exist.
    init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let (modification, change) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (modification, change) = (status.st_mtim, status.st_ctim)
        #endif
        size = Int(status.st_size)
        modified = modification.tv_sec &* 1_000_000_000 &+ modification.tv_nsec
        changed = change.tv_sec &* 1_000_000_000 &+ change.tv_nsec
        number = UInt64(status.st_ino)
    }
}
