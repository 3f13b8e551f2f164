import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder in a location where other users of the machine create folders, too, such as `/tmp`.
package enum OwnFolder {
    /// Whether a path is a folder of this user that other users may not write to, and not a link to one. This user has
    /// created its contents, so they can be removed by path. In a folder of another user, a folder could be replaced by
    /// a link in the meantime.
    package static func isPrivate(_ url: URL) -> Bool {
        var found = stat()
        guard lstat(url.path, &found) == 0 else { return false }
        return found.st_mode & S_IFMT == S_IFDIR && found.st_uid == geteuid() && found.st_mode & 0o022 == 0
    }
}
