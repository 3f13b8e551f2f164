import Foundation

/// A folder on disk with a mini app's files, as its developer works on it.
public struct PackageFolder: Sendable {
    /// The folder's URL.
    public let url: URL

    /// Creates a reader of the folder at `url`, without accessing it.
    public init(_ url: URL) {
        self.url = url
    }

    /// The paths and sizes of the files in the folder and its subfolders, without hidden files, files in hidden folders, and symbolic links.
    ///
    /// - Throws: An error from the file system.
    package func listing() throws -> [(path: String, bytes: Int)] {
        let root = url.resolvingSymlinksInPath()
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted().compactMap { path in
            guard !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { return nil }
            let values = try root.appending(path: path).resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
            return values.isRegularFile == true ? (path, values.fileSize ?? 0) : nil
        }
    }

    /// The files of ``listing()``.
    ///
    /// - Throws: An error from the file system, or a ``PackageRefusal`` if the folder exceeds `limits`, before the file
    ///   in question is read.
    public func files(limits: PackageLimits = PackageLimits()) throws -> [PackageFile] {
        let root = url.resolvingSymlinksInPath()
        var files: [PackageFile] = []
        for (path, bytes) in try listing() {
            guard files.count < limits.files else {
                throw PackageRefusal(.tooManyFiles, nil, "The folder has more than \(limits.files) files.")
            }
            guard bytes <= limits.fileBytes else {
                throw PackageRefusal(.fileTooLarge, path, "The file is larger than \(limits.fileBytes) bytes.")
            }
            files.append(PackageFile(path: path, contents: try Data(contentsOf: root.appending(path: path))))
        }
        return files
    }
}
