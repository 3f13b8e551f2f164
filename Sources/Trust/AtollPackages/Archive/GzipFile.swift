import Foundation

/// A file that a build has compressed with gzip, for servers that say so with `Content-Encoding`.
///
/// Source: RFC 1952.
package enum GzipFile {
    /// The bytes that are compressed in a file, or nil if the file is not one complete gzip member, is damaged, or has more than `maximum` bytes.
    ///
    /// - Complexity: O(*n*) in the uncompressed size, of which not more than `maximum` is ever stored.
    package static func contents(of file: Data, upTo maximum: Int) -> Data? {
        var reader = ByteReader(file.startIndex == 0 ? file : Data(file), at: 0)
        guard reader.uint16() == 0x8b1f, let methodAndFlags = reader.uint16(), methodAndFlags & 0xff == 8,
            reader.take(6) != nil
        else { return nil }
        let flags = methodAndFlags >> 8
        if flags & Flag.extra != 0 {
            guard let length = reader.uint16(), reader.take(Int(length)) != nil else { return nil }
        }
        for text in [Flag.name, Flag.comment] where flags & text != 0 {
            while true {
                guard let byte = reader.take(1)?.first else { return nil }
                if byte == 0 { break }
            }
        }
        if flags & Flag.checksum != 0, reader.take(2) == nil { return nil }
        let end = reader.bytes.count - 8
        guard reader.position <= end else { return nil }
        let data = reader.bytes[reader.position..<end]
        var trailer = ByteReader(reader.bytes, at: end)
        guard let checksum = trailer.uint32(), let size = trailer.uint32(), Int(size) <= maximum,
            let contents = Deflate.inflate(data, to: Int(size)), Deflate.checksum(contents) == checksum
        else { return nil }
        return contents
    }

    private enum Flag {
        static let checksum: UInt16 = 1 << 1
        static let extra: UInt16 = 1 << 2
        static let name: UInt16 = 1 << 3
        static let comment: UInt16 = 1 << 4
    }
}
