import AtollPackages
import DurableFiles
import Foundation

/// Writes blobs while the next ones arrive: with two processor cores, one inflates and verifies while the other stores.
struct BlobWriter: Sendable {
    private let incoming: AsyncStream<(SHA256Hash, Data)>.Continuation
    private let writing: Task<[SHA256Hash: FileStamp], any Error>

    init(into directory: BlobDirectory) {
        let (blobs, incoming) = AsyncStream<(SHA256Hash, Data)>.makeStream()
        self.incoming = incoming
        writing = Task {
            var stamps: [SHA256Hash: FileStamp] = [:]
            for await (digest, data) in blobs { stamps[digest] = try directory.writeUnforced(data, as: digest) }
            return stamps
        }
    }

    /// Queues a blob whose digest and length were verified.
    ///
    /// - Throws: ``Stopped`` if an earlier blob could not be stored: ``finish()`` throws the reason.
    func write(_ data: Data, as digest: SHA256Hash) throws {
        if case .terminated = incoming.yield((digest, data)) { throw Stopped() }
    }

    /// Waits until all queued blobs are stored.
    ///
    /// - Returns: The size and time of each file, unchanged since its digest was verified.
    /// - Throws: The error that prevented a blob from being stored.
    @discardableResult
    func finish() async throws -> [SHA256Hash: FileStamp] {
        incoming.finish()
        return try await writing.value
    }

    /// Writing has stopped; nothing more is stored.
    struct Stopped: Error {}
}
