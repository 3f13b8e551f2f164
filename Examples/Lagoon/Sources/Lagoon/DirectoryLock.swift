import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Keeps a directory to one process. The system lets go of the lock when the process ends, however it ends.
final class DirectoryLock: Sendable {
    private let descriptor: Int32

    /// - Throws: ``LagoonError/directoryInUse(_:)``.
    init(_ directory: URL) throws {
        descriptor = open(directory.appending(path: "lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteNoPermission) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw LagoonError.directoryInUse(directory)
        }
    }

    deinit {
        close(descriptor)
    }
}
