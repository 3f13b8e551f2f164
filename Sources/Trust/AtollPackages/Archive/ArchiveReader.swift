import Foundation

/// A strict reader of `.ma` archives: it refuses everything that the format does not need, and values that an archive
/// repeats must agree.
///
/// Files get past checks when two readers interpret an archive differently. This reader leaves no room for that: no
/// bytes before, between or after the entries, no overlapping entries, local headers that match the central directory,
/// no ZIP64, no encryption, no links.
///
/// Source: PKWARE APPNOTE.TXT 6.3; ISO/IEC 21320-1 for what is left out.
public struct ArchiveReader: Sendable {
    /// The limits that every archive must meet.
    public var limits: PackageLimits

    /// Creates a reader that holds archives to `limits`.
    public init(limits: PackageLimits = PackageLimits()) {
        self.limits = limits
    }

    /// The files in `archive`, without its folders.
    ///
    /// Nothing is inflated before every header has been checked, and nothing to more than the size in its header.
    ///
    /// - Throws: A ``PackageRefusal`` that names the broken rule.
    /// - Complexity: O(*n* log *n*) in the number of entries, and linear in the uncompressed size.
    public func files(of archive: Data) throws(PackageRefusal) -> [PackageFile] {
        try files(of: archive) { _ in }
    }

    /// Reads all files, and reports each part of the archive that was checked and is not needed until all are.
    func files(of archive: Data, onChecked: (Range<Int>) -> Void) throws(PackageRefusal) -> [PackageFile] {
        guard archive.count <= limits.archiveBytes else {
            throw .init(.tooLarge, nil, "\(archive.count) bytes; at most \(limits.archiveBytes) are allowed.")
        }
        let archive = archive.startIndex == 0 ? archive : Data(archive)
        let directory = try ArchiveDirectory(bytes: archive, limits: limits)
        let ranges = try directory.dataRanges(in: archive)
        // Checks every entry before storing any, so that a refused archive costs no memory.
        for (entry, data) in ranges where !entry.isFolder {
            try check(entry, in: archive[data])
            onChecked(data)
        }
        var files: [PackageFile] = []
        files.reserveCapacity(directory.entries.count)
        for (entry, data) in ranges where !entry.isFolder {
            let stored = archive[data]
            let isStored = entry.method == ArchiveFormat.Method.stored
            guard let contents = isStored ? Data(stored) : Deflate.inflate(stored, to: entry.size) else {
                throw Self.damaged(entry)
            }
            files.append(PackageFile(path: entry.path, contents: contents))
        }
        return files
    }

    /// Verifies an entry's size and checksum against its header, without storing the uncompressed bytes.
    private func check(_ entry: ArchiveEntry, in data: Data) throws(PackageRefusal) {
        let isStored = entry.method == ArchiveFormat.Method.stored
        guard let checksum = isStored ? Deflate.checksum(data) : Deflate.checksum(inflating: data, to: entry.size)
        else {
            throw Self.damaged(entry)
        }
        guard checksum == entry.checksum else {
            throw .init(.checksum, entry.path, "The file's checksum does not match its header.")
        }
    }

    private static func damaged(_ entry: ArchiveEntry) -> PackageRefusal {
        .init(.damaged, entry.path, "The file's data is damaged or does not have the size in its header.")
    }
}
