import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Lets one writer at a time change a folder, from this process or another; the others wait for their turn.
///
/// A turn lasts as long as the value, and ends with its process, however that ends.
package final class FolderTurn: Sendable {
    private let descriptor: Int32

    /// Waits for the turn.
    ///
    /// - Parameters:
    ///   - patience: The maximum wait.
    ///   - onWait: Called once, if another writer has the turn.
    /// - Throws: ``FolderInUse`` after the maximum wait, or a `POSIXError`.
    package init(_ folder: URL, patience: Duration = .seconds(60), onWait: () -> Void = {}) throws {
        descriptor = open(folder.appending(path: "writer").path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw POSIXError.last }
        let start = ContinuousClock.now
        var hasTold = false
        // The lock belongs to the descriptor, not to the process: two writers of one process take turns as well.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let reason = POSIXError.last
            // If anything is thrown from here on, `deinit` closes the descriptor.
            guard reason.code == .EWOULDBLOCK || reason.code == .EINTR else { throw reason }
            if !hasTold {
                hasTold = true
                onWait()
            }
            guard start.duration(to: .now) < patience else { throw FolderInUse(folder: folder) }
            usleep(10_000)
        }
    }

    deinit { close(descriptor) }
}
