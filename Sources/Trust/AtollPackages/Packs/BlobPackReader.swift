import Foundation

/// Parses a pack as its bytes arrive, and passes on each complete blob that was expected.
public struct BlobPackReader: Sendable {
    /// The number of bytes that have been parsed: an interrupted transfer resumes from there.
    public private(set) var consumed = 0
    private var pending = Data()

    /// Creates a reader at the start of a pack.
    public init() {}

    /// Parses the next bytes.
    ///
    /// - Parameters:
    ///   - expectedLength: Returns the length of a wanted blob, or nil for any other. Called for the file list first;
    ///     it may accept more blobs once `take` has received the list.
    ///   - take: Called with each blob, after its length and digest have been verified.
    /// - Throws: ``BlobPackError``, or what `take` throws.
    public mutating func read(
        _ data: Data, expectedLength: (SHA256Hash) -> Int?, take: (SHA256Hash, Data) throws -> Void
    ) throws {
        pending.append(data)
        var position = 0
        defer {
            pending = Data(pending.dropFirst(position))
            consumed += position
        }
        if consumed == 0, position == 0 {
            guard pending.count >= BlobPack.signature.count else { return }
            guard pending.starts(with: BlobPack.signature) else { throw BlobPackError.noPack }
            position = BlobPack.signature.count
        }
        while pending.count >= position + BlobPack.headerLength {
            guard let header = BlobPack.Header(pending, at: position) else { throw BlobPackError.noPack }
            // Checked before the bytes arrive, so that no server can make the device wait for gigabytes.
            guard expectedLength(header.digest) == header.length, header.storedLength <= header.length else {
                throw BlobPackError.unexpected(header.digest)
            }
            guard pending.count >= position + header.recordLength else { return }
            let start = pending.startIndex + position + BlobPack.headerLength
            let stored = pending[start..<start + header.storedLength]
            var blob = Data(stored)
            if header.isCompressed {
                guard let bytes = Deflate.inflate(stored, to: header.length) else {
                    throw BlobPackError.damaged(header.digest)
                }
                blob = bytes
            }
            guard blob.count == header.length, SHA256Hash(of: blob) == header.digest else {
                throw BlobPackError.damaged(header.digest)
            }
            position += header.recordLength
            try take(header.digest, blob)
        }
    }

    /// Discards the bytes of an incomplete blob, for a transfer that resumes at ``consumed``.
    public mutating func restart() {
        pending = Data()
    }

    /// Whether the bytes read so far end at the end of a blob.
    public var isComplete: Bool { consumed > 0 && pending.isEmpty }
}
