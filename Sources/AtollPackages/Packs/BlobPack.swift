import Foundation
import SignedJSON

/// Blobs behind one another, as a device fetches them in one request: the file list of a version first, then its files, each
/// compressed where that is shorter.
///
/// ```
/// "ATOLLPK1"
/// 32 bytes digest, 1 byte coding (0 as they are, 1 deflate), 4 bytes stored length, 4 bytes length, the stored bytes
/// …
/// ```
/// Numbers are big-endian. Nothing in a pack is trusted: who reads it compares each blob with the digest that it expects.
public enum BlobPack {
    /// The first bytes of a pack.
    public static let signature = Data("ATOLLPK1".utf8)
    /// The bytes in front of each blob.
    static let headerLength = 41

    /// A blob as it stands in a pack.
    public static func record(of blob: Data, digest: BlobDigest) -> Data {
        let compressed = Deflate.deflate([UInt8](blob))
        var record = digest.bytes
        record.append(compressed == nil ? 0 : 1)
        for number in [compressed?.count ?? blob.count, blob.count] {
            withUnsafeBytes(of: UInt32(number).bigEndian) { record.append(contentsOf: $0) }
        }
        if let compressed { record.append(contentsOf: compressed) } else { record.append(blob) }
        return record
    }

    /// The most bytes that a pack of these files can have.
    public static func maximumLength(of files: FileListReference) -> Int {
        signature.count + files.length + files.bytes + (files.count + 1) * headerLength
    }

    /// Where the records of a pack stand.
    ///
    /// - Throws: ``BlobPackError`` where it is damaged.
    public static func records(in pack: Data) throws(BlobPackError) -> [(digest: BlobDigest, range: Range<Int>)] {
        guard pack.starts(with: signature) else { throw .noPack }
        var records: [(BlobDigest, Range<Int>)] = []
        var position = signature.count
        while position < pack.count {
            guard let header = Header(pack, at: position), position + header.recordLength <= pack.count else {
                throw .noPack
            }
            records.append((header.digest, position..<position + header.recordLength))
            position += header.recordLength
        }
        return records
    }

    struct Header {
        let digest: BlobDigest
        let isCompressed: Bool
        let storedLength: Int
        let length: Int

        var recordLength: Int { BlobPack.headerLength + storedLength }

        /// The header at an offset, or nil where there is none.
        init?(_ data: Data, at offset: Int) {
            guard data.count >= offset + BlobPack.headerLength else { return nil }
            let bytes = data.dropFirst(offset).prefix(BlobPack.headerLength)
            guard let digest = BlobDigest(hex: bytes.prefix(32).hexadecimal) else { return nil }
            let rest = Array(bytes.dropFirst(32))
            guard rest[0] <= 1 else { return nil }
            func number(_ start: Int) -> Int { rest[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
            self.digest = digest
            isCompressed = rest[0] == 1
            storedLength = number(1)
            length = number(5)
        }
    }
}

/// What is wrong with a pack.
public enum BlobPackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has another form than a pack.
    case noPack
    /// It holds a blob that was not asked for, or one of another length.
    case unexpected(BlobDigest)
    /// The bytes of a blob are not those that its digest promises.
    case damaged(BlobDigest)

    public var description: String {
        switch self {
        case .noPack: "It is not a pack of blobs."
        case .unexpected(let digest): "The blob \(digest) was not asked for."
        case .damaged(let digest): "The bytes of the blob \(digest) are not those that it should have."
        }
    }
}

extension BlobDigest {
    /// The 32 bytes of the digest.
    var bytes: Data { Data(hexadecimal: hex) ?? Data() }
}
