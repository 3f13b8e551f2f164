import Foundation
import SignedJSON

/// The files of one version of a mini app, with the path, length and digest of each. The list is itself stored as a
/// blob, so its own digest identifies the whole version.
public struct FileList: Hashable, Sendable, Codable {
    /// A file of the version.
    public struct Entry: Hashable, Sendable, Codable {
        /// The file's path in the package.
        public let path: String
        /// The file's size, in bytes.
        public let length: Int
        /// The digest of the file's bytes, which is the name of its blob.
        public let sha256: SHA256Hash

        /// Creates an entry from its parts, unchecked.
        public init(path: String, length: Int, sha256: SHA256Hash) {
            self.path = path
            self.length = length
            self.sha256 = sha256
        }

        init(path: String, contents: Data) {
            self.init(path: path, length: contents.count, sha256: SHA256Hash(of: contents))
        }
    }

    /// The files, sorted by the UTF-8 bytes of their paths.
    public let files: [Entry]

    /// Creates a list of `files`, in any order.
    public init(files: [Entry]) {
        self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// The sum of the files' lengths, in bytes.
    public var totalBytes: Int { files.reduce(0) { $0 + $1.length } }

    /// The digest of the file at `path`, or nil if there is no such file.
    ///
    /// - Complexity: O(*n*) in the number of files.
    public func digest(ofFileAt path: String) -> SHA256Hash? {
        files.first { $0.path.utf8.elementsEqual(path.utf8) }?.sha256
    }

    /// The list's bytes: canonical JSON, so that equal lists have equal bytes from every writer.
    public func encoded() -> Data {
        let entries = files.map { file -> JSONValue in
            .object(["path": .string(file.path), "length": .integer(file.length), "sha256": .string(file.sha256.hex)])
        }
        return Data(JSONValue.object(["files": .array(entries)]).canonicalBytes)
    }

    private struct Unreadable: Error {}

    /// Decodes what ``encoded()`` returns. The caller must have verified the digest of the bytes.
    ///
    /// - Throws: A ``PackageRefusal`` if the bytes are not a file list, or if the list breaks the rules for names and
    ///   limits: a device checks these again, for every signer.
    public init(decoding data: Data, limits: PackageLimits = PackageLimits()) throws(PackageRefusal) {
        do {
            // Not by a JSONDecoder: the bytes can be any blob's, and names with long runs of combining marks take it
            // quadratic time.
            let list = try JSONFields(JSONValue(parsing: data))
            files = try list.array("files").map { value in
                let file = try JSONFields(value)
                guard let digest = SHA256Hash(hex: try file.string("sha256")) else { throw Unreadable() }
                return Entry(
                    path: try file.string("path"), length: try file.integer("length", in: Int.min...Int.max),
                    sha256: digest)
            }
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
            guard file.length >= 0 else {
                throw PackageRefusal(.damaged, file.path, "The file list says that the file has a negative length.")
            }
            guard file.length <= limits.fileBytes else {
                throw PackageRefusal(.fileTooLarge, file.path, "The file is larger than \(limits.fileBytes) bytes.")
            }
            total += file.length
            guard total <= limits.totalBytes else {
                throw PackageRefusal(.tooLarge, nil, "The files are larger than \(limits.totalBytes) bytes in total.")
            }
        }
    }
}
