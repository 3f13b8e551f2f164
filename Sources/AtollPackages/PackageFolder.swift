import Foundation

/// A folder on disk that holds a mini app's files, as its developer works on it.
public struct PackageFolder: Sendable {
    public let url: URL

    public init(_ url: URL) {
        self.url = url
    }

    /// The folder's files. Hidden files, and what lies in hidden folders, are left out; so are symbolic links.
    ///
    /// - Throws: What the file system throws; a ``PackageRefusal`` where the folder is beyond `limits`, before the
    ///   file concerned is read.
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
