import Foundation

/// A folder on disk with a mini app's files, as its developer works on it.
public struct PackageFolder: Sendable {
    /// The folder's URL.
    public let url: URL

    /// Creates a reader of the folder at `url`, without accessing it.
    public init(_ url: URL) {
        self.url = url
    }

    /// The files in the folder and its subfolders, without hidden files, files in hidden folders, and symbolic links.
    ///
    /// - Throws: An error from the file system, or a ``PackageRefusal`` if the folder exceeds `limits`, before the file
    ///   in question is read.
    public func files(limits: PackageLimits = PackageLimits()) throws -> [PackageFile] {
        let root = url.resolvingSymlinksInPath()
        let keys: [URLResourceKey] = [.isRegularFileKey, .fileSizeKey]
        var files: [PackageFile] = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted() {
            guard !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
            let file = root.appending(path: path)
            let values = try file.resourceValues(forKeys: Set(keys))
            guard values.isRegularFile == true else { continue }
            guard files.count < limits.files else {
                throw PackageRefusal(.tooManyFiles, nil, "The folder has more than \(limits.files) files.")
            }
            guard values.fileSize ?? 0 <= limits.fileBytes else {
                throw PackageRefusal(.fileTooLarge, path, "The file is larger than \(limits.fileBytes) bytes.")
            }
            files.append(PackageFile(path: path, contents: try Data(contentsOf: file)))
        }
        return files
    }
}
