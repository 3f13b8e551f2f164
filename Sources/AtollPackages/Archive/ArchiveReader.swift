import Foundation

/// Reads a `.ma` archive, strictly: what the format does not need is refused, and what is said twice must agree.
///
/// Archives that two readers understand differently are how a file gets past a check, so this one leaves no room: no
/// bytes before, between or behind the entries, no entry over another, local headers equal to the central directory,
/// no ZIP64, no encryption, no links.
///
/// Source: PKWARE APPNOTE.TXT 6.3; ISO/IEC 21320-1 for what is left out.
public struct ArchiveReader: Sendable {
    public var limits: PackageLimits

    public init(limits: PackageLimits = PackageLimits()) {
        self.limits = limits
    }

    /// The files in `archive`, folders left out.
    ///
    /// Nothing is inflated before every header was checked, and nothing to more than the size that its header claims.
    ///
    /// - Throws: A ``PackageRefusal`` with the rule that is broken.
    /// - Complexity: O(*n* log *n*) in the number of entries, and linear in the uncompressed size.
    public func files(of archive: Data) throws(PackageRefusal) -> [PackageFile] {
        guard archive.count <= limits.totalBytes else {
            throw .init(.tooLarge, nil, "\(archive.count) bytes; at most \(limits.totalBytes) are allowed.")
        }
        let archive = archive.startIndex == 0 ? archive : Data(archive)
        let directory = try ArchiveDirectory(bytes: archive, limits: limits)
        let ranges = try directory.dataRanges(in: archive)
        // Before any file is kept, so that what is refused costs no memory.
        for (entry, data) in ranges where !entry.isFolder { try check(entry, in: archive[data]) }
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

    /// Makes sure that an entry's bytes give the size and the checksum of its header; they are not kept.
    private func check(_ entry: ArchiveEntry, in data: Data) throws(PackageRefusal) {
        let isStored = entry.method == ArchiveFormat.Method.stored
        guard let checksum = isStored ? Deflate.checksum(data) : Deflate.checksum(inflating: data, to: entry.size)
        else {
            throw Self.damaged(entry)
        }
        guard checksum == entry.checksum else {
            throw .init(.checksum, entry.path, "The file does not have the checksum of its header.")
        }
    }

    private static func damaged(_ entry: ArchiveEntry) -> PackageRefusal {
        .init(.damaged, entry.path, "The compressed bytes do not give the size that the header claims.")
    }
}
