import Foundation

/// Takes a pack apart as its bytes come, and gives away each blob that is whole and was expected.
public struct BlobPackReader: Sendable {
    /// How many bytes of the pack were taken apart: a transfer that was cut goes on from there.
    public private(set) var consumed = 0
    private var pending = Data()

    public init() {}

    /// Takes the next bytes.
    ///
    /// - Parameters:
    ///   - expectedLength: The length of a blob that is wanted, or nil for one that is not. It is asked for the file list
    ///     first, and may know more once `take` had that.
    ///   - take: Called with each blob, whose length and digest are right.
    /// - Throws: ``BlobPackError``, or what `take` throws.
    public mutating func read(
        _ data: Data, expectedLength: (BlobDigest) -> Int?, take: (BlobDigest, Data) throws -> Void
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
            // Asked before the bytes are there, so that nobody makes the device wait for gigabytes.
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
            guard blob.count == header.length, BlobDigest(of: blob) == header.digest else {
                throw BlobPackError.damaged(header.digest)
            }
            position += header.recordLength
            try take(header.digest, blob)
        }
    }

    /// Forgets the bytes of a blob that has not come whole: a transfer that goes on begins with ``consumed``.
    public mutating func restart() {
        pending = Data()
    }

    /// Whether the pack ended between two blobs.
    public var isComplete: Bool { consumed > 0 && pending.isEmpty }
}
