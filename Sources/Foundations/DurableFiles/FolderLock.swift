import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Reserves a folder for one process. The system releases the lock when the process ends, however it ends.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: ``FolderInUse`` if another process has it, or a `POSIXError`, also if the lock is a link.
    package init(_ folder: URL) throws {
        descriptor = open(folder.appending(path: "lock").path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw POSIXError.last }
        // The lock belongs to the process, not to the descriptor: a process can open its own folder again.
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        // If this throws, `deinit` closes the descriptor too.
        guard fcntl(descriptor, F_SETLK, &range) == 0 else { throw FolderInUse(folder: folder) }
    }

    deinit {
        close(descriptor)
    }
}
