import ForeignText
import Foundation

/// An archive's central directory, read and checked.
struct ArchiveDirectory {
    let entries: [ArchiveEntry]
    /// The offset at which the directory begins and the last entry must end.
    let offset: Int

    init(bytes: Data, limits: PackageLimits) throws(PackageRefusal) {
        let end = try Self.endRecord(of: bytes)
        guard end.count <= limits.files * 2 else {
            throw .init(.tooManyFiles, nil, "\(end.count) entries; at most \(limits.files) files are allowed.")
        }
        var reader = ByteReader(bytes, at: end.offset)
        var entries: [ArchiveEntry] = []
        var names = PackageNames(limits: limits)
        var total = 0
        for _ in 0..<end.count {
            let entry = try Self.entry(&reader, limits: limits)
            if entry.isFolder {
                try names.addFolder(String(entry.path.dropLast()))
            } else {
                try names.add(entry.path)
                total += entry.size
            }
            entries.append(entry)
        }
        guard reader.position == bytes.startIndex + end.offset + end.length else {
            throw .init(.strayBytes, nil, "The central directory's length does not match the end record.")
        }
        guard entries.count(where: { !$0.isFolder }) <= limits.files else {
            throw .init(.tooManyFiles, nil, "At most \(limits.files) files are allowed.")
        }
        guard total <= limits.totalBytes else {
            throw .init(.tooLarge, nil, "\(total) bytes uncompressed; at most \(limits.totalBytes) are allowed.")
        }
        self.entries = entries
        offset = end.offset
    }

    private static func endRecord(
        of bytes: Data
    ) throws(PackageRefusal) -> (count: Int, length: Int, offset: Int) {
        let start = bytes.count - ArchiveFormat.endRecordLength
        var first = ByteReader(bytes)
        guard start >= 0, let signature = first.uint32(),
            signature == ArchiveFormat.localHeader || signature == ArchiveFormat.endRecord
        else { throw .init(.notAZip, nil, "The file is not a ZIP archive.") }

        var reader = ByteReader(bytes, at: start)
        guard reader.uint32() == ArchiveFormat.endRecord else {
            // A trailing comment would move the end record forward. Search for it, so that the error names the right
            // rule.
            let hasRecord = bytes.indices.dropLast(ArchiveFormat.endRecordLength - 1).reversed().prefix(65_557).contains
            { index in
                var candidate = ByteReader(bytes, at: index - bytes.startIndex)
                return candidate.uint32() == ArchiveFormat.endRecord
            }
            if hasRecord {
                throw .init(.archiveComment, nil, "Nothing may follow the archive's end record, not even a comment.")
            }
            throw .init(.truncated, nil, "The archive has no end record; it was cut off.")
        }
        guard
            let disk = reader.uint16(), let directoryDisk = reader.uint16(),
            let countHere = reader.uint16(), let count = reader.uint16(),
            let length = reader.uint32(), let offset = reader.uint32(), let comment = reader.uint16()
        else { throw .init(.truncated, nil, "The archive's end record was cut off.") }
        guard count != .max, length != .max, offset != .max else {
            throw .init(.zip64, nil, "ZIP64 archives are not allowed.")
        }
        if start >= 20 {
            var locator = ByteReader(bytes, at: start - 20)
            guard locator.uint32() != ArchiveFormat.zip64Locator else {
                throw .init(.zip64, nil, "ZIP64 archives are not allowed.")
            }
        }
        guard disk == 0, directoryDisk == 0, countHere == count else {
            throw .init(.multipleDisks, nil, "Archives split into several parts are not allowed.")
        }
        guard comment == 0 else { throw .init(.archiveComment, nil, "An archive comment is not allowed.") }
        guard Int(offset) + Int(length) == start else {
            throw .init(
                .strayBytes, nil, "The archive must not have bytes between its central directory and its end record.")
        }
        return (Int(count), Int(length), Int(offset))
    }

    private static func entry(
        _ reader: inout ByteReader, limits: PackageLimits
    ) throws(PackageRefusal) -> ArchiveEntry {
        guard
            reader.uint32() == ArchiveFormat.centralHeader,
            let madeBy = reader.uint16(), let versionNeeded = reader.uint16(),
            let flags = reader.uint16(), let method = reader.uint16(), let time = reader.uint32(),
            let checksum = reader.uint32(), let compressedSize = reader.uint32(), let size = reader.uint32(),
            let nameLength = reader.uint16(), let extraLength = reader.uint16(), let commentLength = reader.uint16(),
            let disk = reader.uint16(), reader.uint16() != nil, let attributes = reader.uint32(),
            let offset = reader.uint32(), let rawName = reader.take(Int(nameLength)),
            let extra = reader.take(Int(extraLength)), reader.take(Int(commentLength)) != nil
        else { throw .init(.truncated, nil, "The central directory is damaged or was cut off.") }

        let path = try name(rawName, flags: flags)
        guard disk == 0 else { throw .init(.multipleDisks, path, "Archives split into several parts are not allowed.") }
        guard compressedSize != .max, size != .max, offset != .max else {
            throw .init(.zip64, path, "ZIP64 entries are not allowed.")
        }
        let entry = ArchiveEntry(
            path: path, rawName: rawName, flags: flags, method: method, checksum: checksum,
            compressedSize: Int(compressedSize), size: Int(size), headerOffset: Int(offset),
            isFolder: path.hasSuffix("/"), versionNeeded: versionNeeded, time: time, extra: extra
        )
        for rule in ArchiveEntryRule.all {
            try rule.check(entry, extra, madeBy, attributes, limits)
        }
        return entry
    }

    private static func name(_ bytes: Data, flags: UInt16) throws(PackageRefusal) -> String {
        guard let name = String(bytes: bytes, encoding: .utf8) else {
            throw .init(.nameEncoding, nil, "A file name is not valid UTF-8.")
        }
        guard name.excessiveMark == nil else {
            throw .init(
                .nameEncoding, nil,
                "A file name has more than \(ForeignText.longestRun) combining marks in a row.")
        }
        guard flags & ArchiveFormat.Flag.utf8 != 0 || bytes.allSatisfy({ $0 < 0x80 }) else {
            throw .init(.nameEncoding, name, "A non-ASCII name must be marked as UTF-8.")
        }
        return name
    }
}
