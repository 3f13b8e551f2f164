import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Keeps a folder to one process. The system lets go of the lock when the process ends, however it ends.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// - Throws: ``FolderInUse`` where another process has it.
    package init(_ folder: URL) throws {
        descriptor = open(folder.appending(path: "lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError.last }
        // Of the process, not of the descriptor: a process that opens its own folder again is not in its own way.
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        // `deinit` closes the descriptor then, too.
        guard fcntl(descriptor, F_SETLK, &range) == 0 else { throw FolderInUse(folder: folder) }
    }

    deinit {
        close(descriptor)
    }
}

/// Another process has the folder.
package struct FolderInUse: Error, CustomStringConvertible {
    package let folder: URL

    package var description: String { "Another process uses the folder \(folder.path)." }
}
