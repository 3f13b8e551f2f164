import AtollPackages
import DurableFiles
import Foundation

/// Writes blobs while the next ones come: on a device that has two processors, what is inflated and compared on one is stored by
/// the other.
struct BlobWriter: Sendable {
    private let incoming: AsyncStream<(BlobDigest, Data)>.Continuation
    private let writing: Task<[BlobDigest: FileStamp], any Error>

    init(into directory: BlobDirectory) {
        let (blobs, incoming) = AsyncStream<(BlobDigest, Data)>.makeStream()
        self.incoming = incoming
        writing = Task {
            var stamps: [BlobDigest: FileStamp] = [:]
            for await (digest, data) in blobs { stamps[digest] = try directory.writeUnforced(data, as: digest) }
            return stamps
        }
    }

    /// Takes a blob whose digest and length were compared.
    ///
    /// - Throws: ``Stopped`` where an earlier one could not be stored: ``finish()`` says why.
    func write(_ data: Data, as digest: BlobDigest) throws {
        if case .terminated = incoming.yield((digest, data)) { throw Stopped() }
    }

    /// Waits until everything is stored that was taken.
    ///
    /// - Returns: How the files lie: unchanged since their digests were compared.
    /// - Throws: What kept one from being stored.
    @discardableResult
    func finish() async throws -> [BlobDigest: FileStamp] {
        incoming.finish()
        return try await writing.value
    }

    /// Nothing more is stored.
    struct Stopped: Error {}
}
