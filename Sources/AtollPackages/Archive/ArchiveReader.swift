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
        let bytes = [UInt8](archive)
        let directory = try ArchiveDirectory(bytes: bytes[...], limits: limits)
        var files: [PackageFile] = []
        files.reserveCapacity(directory.entries.count)
        for (entry, data) in try directory.dataRanges(in: bytes[...]) where !entry.isFolder {
            files.append(PackageFile(path: entry.path, contents: try contents(of: entry, in: bytes[data])))
        }
        return files
    }

    private func contents(of entry: ArchiveEntry, in data: ArraySlice<UInt8>) throws(PackageRefusal) -> Data {
        let contents: [UInt8]
        if entry.method == ArchiveFormat.Method.stored {
            contents = Array(data)
        } else {
            guard let inflated = Deflate.inflate(data, to: entry.size) else {
                throw .init(.damaged, entry.path, "The compressed bytes do not give the size that the header claims.")
            }
            contents = inflated
        }
        guard Deflate.checksum(contents) == entry.checksum else {
            throw .init(.checksum, entry.path, "The file does not have the checksum of its header.")
        }
        return Data(contents)
    }
}
