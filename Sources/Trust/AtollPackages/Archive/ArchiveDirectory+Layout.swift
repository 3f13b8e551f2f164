import Foundation

extension ArchiveDirectory {
    /// The byte range of each entry's data, in archive order.
    ///
    /// - Throws: A refusal unless the entries follow one another from the first byte to the central directory, without
    ///   gaps or overlaps, and each local header matches the central directory.
    func dataRanges(in bytes: Data) throws(PackageRefusal) -> [(ArchiveEntry, Range<Int>)] {
        var ranges: [(ArchiveEntry, Range<Int>)] = []
        var position = 0
        for entry in entries.sorted(by: { $0.headerOffset < $1.headerOffset }) {
            guard entry.headerOffset >= position else {
                throw .init(.overlap, entry.path, "The entry overlaps another one.")
            }
            guard entry.headerOffset == position else {
                throw .init(.strayBytes, entry.path, "The archive must not have bytes between its entries.")
            }
            let data = try dataRange(of: entry, in: bytes)
            position = data.upperBound
            if entry.flags & ArchiveFormat.Flag.descriptor != 0 {
                position += try descriptorLength(of: entry, in: bytes, at: data.upperBound)
            }
            guard position <= offset else {
                throw .init(.overlap, entry.path, "The entry reaches into the central directory.")
            }
            ranges.append((entry, data))
        }
        guard position == offset else {
            throw .init(
                .strayBytes, nil, "The archive must not have bytes between its entries and the central directory.")
        }
        return ranges
    }

    private func dataRange(
        of entry: ArchiveEntry, in bytes: Data
    ) throws(PackageRefusal) -> Range<Int> {
        var reader = ByteReader(bytes, at: entry.headerOffset)
        guard
            reader.uint32() == ArchiveFormat.localHeader, let versionNeeded = reader.uint16(),
            let flags = reader.uint16(), let method = reader.uint16(), let time = reader.uint32(),
            let checksum = reader.uint32(), let compressedSize = reader.uint32(), let size = reader.uint32(),
            let nameLength = reader.uint16(), let extraLength = reader.uint16(),
            let name = reader.take(Int(nameLength)), let extra = reader.take(Int(extraLength))
        else { throw .init(.truncated, entry.path, "The entry's local header is damaged or cut off.") }
        let fields = try ArchiveEntryRule.extraFields(extra, of: entry)

        // If a data descriptor follows, the local header may leave all three numbers at zero.
        let numbers = (checksum, Int(compressedSize), Int(size))
        let agree =
            numbers == (entry.checksum, entry.compressedSize, entry.size)
            || (entry.flags & ArchiveFormat.Flag.descriptor != 0 && numbers == (0, 0, 0))
        guard flags == entry.flags, method == entry.method, name.elementsEqual(entry.rawName), agree,
            versionNeeded == entry.versionNeeded, time == entry.time,
            Self.agree(fields, try ArchiveEntryRule.extraFields(entry.extra, of: entry))
        else {
            throw .init(.headersDisagree, entry.path, "The entry's local header and the central directory disagree.")
        }
        let start = reader.position - bytes.startIndex
        guard start + entry.compressedSize <= offset else {
            throw .init(.overlap, entry.path, "The entry reaches into the central directory.")
        }
        return start..<start + entry.compressedSize
    }

    /// Whether two headers have the same extra fields. A field may be longer in one header than in the other if both
    /// begin with the same bytes: `zip` writes times that way.
    private static func agree(
        _ local: [(id: UInt16, data: Data)], _ central: [(id: UInt16, data: Data)]
    ) -> Bool {
        local.count == central.count
            && zip(local, central).allSatisfy { one, other in
                one.id == other.id && zip(one.data, other.data).allSatisfy { $0 == $1 }
            }
    }

    /// The length of a data descriptor, which repeats the checksum and the sizes; its signature is optional.
    private func descriptorLength(
        of entry: ArchiveEntry, in bytes: Data, at position: Int
    ) throws(PackageRefusal) -> Int {
        var reader = ByteReader(bytes, at: position)
        var first = reader.uint32()
        let hasSignature = first == ArchiveFormat.dataDescriptor
        if hasSignature { first = reader.uint32() }
        guard
            first == entry.checksum,
            reader.uint32() == UInt32(entry.compressedSize), reader.uint32() == UInt32(entry.size)
        else { throw .init(.headersDisagree, entry.path, "The entry's data descriptor and the directory disagree.") }
        return hasSignature ? 16 : 12
    }
}
