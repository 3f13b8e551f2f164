import Foundation
import SignedJSON

/// The format in which a device fetches blobs in one request: the file list of a version first, then its files, each
/// compressed if that makes it smaller.
///
/// ```
/// "ATOLLPK1"
/// 32 bytes digest, 1 byte coding (0 as they are, 1 deflate), 4 bytes stored length, 4 bytes length, the stored bytes
/// …
/// ```
/// Numbers are big-endian. Nothing in a pack is trusted: its reader compares each blob with the digest that it expects.
public enum BlobPack {
    /// The first bytes of a pack.
    public static let signature = Data("ATOLLPK1".utf8)
    /// The length of the header before each blob, in bytes.
    static let headerLength = 41

    /// The record of a blob in a pack: the header and the stored bytes.
    public static func record(of blob: Data, digest: SHA256Hash) -> Data {
        let compressed = Deflate.deflate([UInt8](blob))
        var record = digest.bytes
        record.append(compressed == nil ? 0 : 1)
        for number in [compressed?.count ?? blob.count, blob.count] {
            withUnsafeBytes(of: UInt32(number).bigEndian) { record.append(contentsOf: $0) }
        }
        if let compressed { record.append(contentsOf: compressed) } else { record.append(blob) }
        return record
    }

    /// The maximum length of a pack of these files, in bytes.
    public static func maximumLength(of files: FileListReference) -> Int {
        signature.count + files.length + files.bytes + (files.count + 1) * headerLength
    }

    /// The digests and byte offsets of the records in a pack.
    ///
    /// - Throws: ``BlobPackError/noPack`` if the bytes are not a complete pack.
    public static func records(in pack: Data) throws(BlobPackError) -> [(digest: SHA256Hash, range: Range<Int>)] {
        guard pack.starts(with: signature) else { throw .noPack }
        var records: [(SHA256Hash, Range<Int>)] = []
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
        let digest: SHA256Hash
        let isCompressed: Bool
        let storedLength: Int
        let length: Int

        var recordLength: Int { BlobPack.headerLength + storedLength }

        /// Reads the header at an offset, or returns nil if there is no valid one.
        init?(_ data: Data, at offset: Int) {
            guard data.count >= offset + BlobPack.headerLength else { return nil }
            let bytes = data.dropFirst(offset).prefix(BlobPack.headerLength)
            guard let digest = SHA256Hash(hex: bytes.prefix(32).hexadecimal) else { return nil }
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
