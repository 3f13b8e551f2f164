import Foundation

/// Where an archive's central directory is, by the record at its end.
struct LenientDirectory {
    /// The number of entries.
    let count: Int
    /// Where the directory begins.
    let offset: Int
    /// The offset of the archive within the file. A program that unpacks the archive may come before it.
    let base: Int

    init(_ bytes: Data) throws(PackageRefusal) {
        guard bytes.count >= ArchiveFormat.endRecordLength, let end = Self.endRecord(in: bytes) else {
            throw .init(.notAZip, nil, "The file is not a ZIP archive, or was cut off.")
        }
        var reader = ByteReader(bytes, at: end)
        guard reader.uint32() != nil, let disk = reader.uint16(), let directoryDisk = reader.uint16(),
            reader.uint16() != nil, let count = reader.uint16(), let length = reader.uint32(),
            let offset = reader.uint32()
        else { throw Self.truncated }
        if count == .max || length == .max || offset == .max, let long = try Self.longRecord(before: end, in: bytes) {
            (self.count, self.offset, base) = long
            return
        }
        guard disk == 0, directoryDisk == 0 else {
            throw .init(.multipleDisks, nil, "The archive is one of several parts. Make one archive of all.")
        }
        let start = end - Int(length)
        guard start >= Int(offset) else { throw Self.truncated }
        (self.count, self.offset, base) = (Int(count), start, start - Int(offset))
    }

    private static var truncated: PackageRefusal { .init(.truncated, nil, "The archive is damaged or was cut off.") }

    /// The last end record whose comment ends where the file does, or before it.
    private static func endRecord(in bytes: Data) -> Int? {
        let last = bytes.count - ArchiveFormat.endRecordLength
        // A comment has at most 65,535 bytes.
        for position in stride(from: last, through: max(0, last - 65_535), by: -1) where bytes[position] == 0x50 {
            var reader = ByteReader(bytes, at: position)
            guard reader.uint32() == ArchiveFormat.endRecord else { continue }
            var comment = ByteReader(bytes, at: position + 20)
            guard let length = comment.uint16(), position + 22 + Int(length) <= bytes.count else { continue }
            return position
        }
        return nil
    }

    /// Returns the numbers in the end record of ZIP64, or `nil` without one.
    private static func longRecord(before end: Int, in bytes: Data) throws(PackageRefusal) -> (
        count: Int, offset: Int, base: Int
    )? {
        guard end >= 20 else { return nil }
        var locator = ByteReader(bytes, at: end - 20)
        guard locator.uint32() == ArchiveFormat.zip64Locator else { return nil }
        guard locator.uint32() != nil, let place = locator.length() else { throw truncated }
        // It is where the locator says, or, with something before the archive, right before the locator.
        for start in [place, end - 20 - 56] where start >= place && start < end {
            var reader = ByteReader(bytes, at: start)
            guard reader.uint32() == 0x0606_4b50, reader.take(20) != nil, reader.length() != nil,
                let count = reader.length(), reader.length() != nil, let offset = reader.length(),
                offset + start - place < bytes.count
            else { continue }
            return (count, offset + start - place, start - place)
        }
        throw truncated
    }
}

extension ByteReader {
    /// A number of eight bytes, if a file of ours can have that length.
    mutating func length() -> Int? {
        guard let low = uint32(), let high = uint32(), high == 0 else { return nil }
        return Int(low)
    }
}
