import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The size and modification time of a file, by which a change is detected.
package struct FileStamp: Hashable, Sendable {
    package let size: Int64
    /// The time of the last modification, in nanoseconds since 1970.
    package let modified: Int64

    package init(size: Int64, modified: Int64) {
        self.size = size
        self.modified = modified
    }

    /// The stamp of the file at `path`, or nil if it does not exist.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        self.init(size: Int64(status.st_size), modified: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
