import ForeignText
import Foundation

/// A reader of ZIP archives as people's tools make them, for web apps that are imported: with comments, bytes between the entries, ZIP64,
/// sizes behind the data, extra fields of any type, and names that are not marked as UTF-8.
///
/// It takes only what the central directory says, and checks the digest of each file. ``ArchiveReader`` is for packages, which several readers have
/// to understand alike; from what this one returns, a package is made anew, and held to the rules for names.
///
/// Source: PKWARE APPNOTE.TXT 6.3; its appendix D for names.
package struct LenientArchiveReader: Sendable {
    /// The limits that every archive must meet.
    package var limits: PackageLimits

    /// Creates a reader that holds archives to `limits`.
    package init(limits: PackageLimits = PackageLimits()) { self.limits = limits }

    /// The names and sizes of the files in `archive`, as its directory has them. Nothing else is checked.
    ///
    /// - Throws: A ``PackageRefusal`` if the directory can't be read, or has more than 100,000 entries.
    package func sizes(of archive: Data) throws(PackageRefusal) -> [(path: String, bytes: Int)] {
        try entries(of: archive.startIndex == 0 ? archive : Data(archive)).map { ($0.path, $0.size) }
    }

    private static let maximumEntries = 100_000

    private func entries(of archive: Data) throws(PackageRefusal) -> [LenientEntry] {
        let directory = try LenientDirectory(archive)
        guard directory.count <= Self.maximumEntries else {
            throw .init(.tooManyFiles, nil, "\(directory.count) entries; at most \(Self.maximumEntries) are read.")
        }
        var reader = ByteReader(archive, at: directory.offset)
        var entries: [LenientEntry] = []
        for _ in 0..<directory.count {
            let entry = try LenientEntry(&reader, base: directory.base)
            if !entry.isFolder { entries.append(entry) }
        }
        return entries
    }

    /// The files in `archive`, without its folders.
    ///
    /// - Parameter isWanted: Says of a path whether the file is wanted. Others are not inflated.
    /// - Throws: A ``PackageRefusal`` that says what can't be read.
    /// - Complexity: O(*n*) in the number of entries, and linear in the uncompressed size, which the limits bound.
    package func files(
        of archive: Data, where isWanted: (_ path: String) -> Bool = { _ in true }
    ) throws(PackageRefusal) -> [PackageFile] {
        let archive = archive.startIndex == 0 ? archive : Data(archive)
        var wanted: [LenientEntry] = []
        var total = 0
        for entry in try entries(of: archive) where isWanted(entry.path) {
            try entry.check(limits)
            total += entry.size
            guard wanted.count < limits.files else {
                throw .init(.tooManyFiles, nil, "At most \(limits.files) files are allowed.")
            }
            guard total <= limits.totalBytes else {
                throw .init(.tooLarge, nil, "More than \(limits.totalBytes) bytes uncompressed are not allowed.")
            }
            wanted.append(entry)
        }
        var files: [PackageFile] = []
        files.reserveCapacity(wanted.count)
        for entry in wanted { files.append(PackageFile(path: entry.path, contents: try entry.contents(in: archive))) }
        return files
    }
}
