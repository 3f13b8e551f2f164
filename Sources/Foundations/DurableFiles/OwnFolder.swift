import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder in a place where other users of the machine make folders, too, such as `/tmp`.
package enum OwnFolder {
    /// Whether a path is a folder of this user to which other users may not write, and no link to one. What is in it was put there by this
    /// user, so that it can be removed by its path: in a folder of another user, a folder can become a link to another one meanwhile.
    package static func isPrivate(_ url: URL) -> Bool {
        var found = stat()
        guard lstat(url.path, &found) == 0 else { return false }
        return found.st_mode & S_IFMT == S_IFDIR && found.st_uid == geteuid() && found.st_mode & 0o022 == 0
    }
}
