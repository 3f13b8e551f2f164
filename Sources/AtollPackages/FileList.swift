import Foundation

/// The files of one version of a mini app: path, length and digest of each. It is itself stored as a blob, so that its
/// own digest stands for the whole version.
public struct FileList: Hashable, Sendable, Codable {
    /// One file.
    public struct Entry: Hashable, Sendable, Codable {
        /// Where the file lies in the package.
        public let path: String
        /// Its size in bytes.
        public let length: Int
        /// The digest of its bytes: the name of its blob.
        public let sha256: BlobDigest

        public init(path: String, length: Int, sha256: BlobDigest) {
            self.path = path
            self.length = length
            self.sha256 = sha256
        }

        init(path: String, contents: Data) {
            self.init(path: path, length: contents.count, sha256: BlobDigest(of: contents))
        }
    }

    /// The files, in the order of their paths' bytes.
    public let files: [Entry]

    public init(files: [Entry]) {
        self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// The sum of the files' lengths, in bytes.
    public var totalBytes: Int { files.reduce(0) { $0 + $1.length } }

    /// The digest of the file at `path`, or nil where there is none.
    ///
    /// - Complexity: O(*n*) in the number of files.
    public func digest(ofFileAt path: String) -> BlobDigest? {
        files.first { $0.path.utf8.elementsEqual(path.utf8) }?.sha256
    }

    /// The list's bytes: JSON with sorted keys and no white space, so that equal lists have equal bytes.
    public func encoded() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings, integers and digests always encode.
        return (try? encoder.encode(self)) ?? Data()
    }

    /// Reads what ``encoded()`` wrote, for a device that has checked the bytes' digest.
    ///
    /// - Throws: A ``PackageRefusal`` where the bytes are no file list, or one that breaks the rules for names and
    ///   limits: a device holds the list to them again, whoever vouches for it.
    public init(decoding data: Data, limits: PackageLimits = PackageLimits()) throws(PackageRefusal) {
        do {
            self = try JSONDecoder().decode(FileList.self, from: data)
        } catch {
            throw PackageRefusal(.damaged, "file list", "The file list can't be read.")
        }
        guard files.count <= limits.files else {
            throw PackageRefusal(.tooManyFiles, nil, "The file list has more than \(limits.files) files.")
        }
        var names = PackageNames(limits: limits)
        var total = 0
        for file in files {
            try names.add(file.path)
            guard file.length >= 0, file.length <= limits.fileBytes else {
                throw PackageRefusal(.fileTooLarge, file.path, "The file is larger than \(limits.fileBytes) bytes.")
            }
            total += file.length
            guard total <= limits.totalBytes else {
                throw PackageRefusal(.tooLarge, nil, "The files are larger than \(limits.totalBytes) bytes together.")
            }
        }
    }
}
