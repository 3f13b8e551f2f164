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

    /// The files in `archive`, without its folders.
    ///
    /// - Parameter isWanted: Says of a path whether the file is wanted. Others are not inflated.
    /// - Throws: A ``PackageRefusal`` that says what can't be read.
    /// - Complexity: O(*n*) in the number of entries, and linear in the uncompressed size, which the limits bound.
    package func files(
        of archive: Data, where isWanted: (_ path: String) -> Bool = { _ in true }
    ) throws(PackageRefusal) -> [PackageFile] {
        guard archive.count <= limits.totalBytes else {
            throw .init(.tooLarge, nil, "\(archive.count) bytes; at most \(limits.totalBytes) are allowed.")
        }
        let archive = archive.startIndex == 0 ? archive : Data(archive)
        let directory = try LenientDirectory(archive)
        // Each wanted file needs an entry, and folders and what systems leave behind are few.
        guard directory.count <= limits.files * 4 else {
            throw .init(.tooManyFiles, nil, "\(directory.count) entries; at most \(limits.files) files are allowed.")
        }
        var reader = ByteReader(archive, at: directory.offset)
        var wanted: [LenientEntry] = []
        var total = 0
        for _ in 0..<directory.count {
            let entry = try LenientEntry(&reader, base: directory.base)
            guard !entry.isFolder, isWanted(entry.path) else { continue }
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
