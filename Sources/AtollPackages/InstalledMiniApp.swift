import Foundation

/// One version of a mini app whose files all lie in a blob directory, checked: what a device opens.
public struct InstalledMiniApp: Sendable {
    /// What its `manifest.json` says.
    public let manifest: Manifest
    /// The digest of its file list, which stands for this very version.
    public let digest: BlobDigest
    /// Permissions that the operator denies it, whatever the manifest asks for.
    public let permissionsDenied: Set<String>
    /// Its files, in the order of their paths.
    public let list: FileList
    private let files: [String: FileList.Entry]
    private let blobs: BlobDirectory

    /// Opens the version whose file list is the blob `digest`.
    ///
    /// - Throws: ``InstallationError`` where a blob is missing or damaged; a ``PackageRefusal`` where file list or
    ///   manifest break a rule.
    /// - Complexity: O(*n*) in the number of files, whose bytes are not read, save the manifest's.
    public init(
        fileList digest: BlobDigest, in blobs: BlobDirectory, permissionsDenied: Set<String> = []
    ) throws {
        guard let encoded = try blobs.read(digest) else { throw InstallationError.missing("file list", digest) }
        let list = try FileList(decoding: encoded)
        var files: [String: FileList.Entry] = [:]
        for file in list.files {
            guard blobs.contains(file.sha256) else { throw InstallationError.missing(file.path, file.sha256) }
            files[file.path] = file
        }
        guard let entry = files[Manifest.path], let manifest = try blobs.read(entry.sha256) else {
            throw PackageRefusal(.missingManifest, Manifest.path, "The version has no manifest.json.")
        }
        self.manifest = try Manifest(decoding: manifest)
        self.digest = digest
        self.permissionsDenied = permissionsDenied
        self.list = list
        self.files = files
        self.blobs = blobs
    }

    /// What it may ask the user for: what the manifest lists and the operator does not deny.
    public var permissions: [Manifest.Permission] {
        manifest.permissions.filter { !permissionsDenied.contains($0.name) }
    }

    /// The manifest in the best of `languages` that the mini app has texts in; as it is where there is none.
    ///
    /// - Complexity: Reads one file.
    public func manifest(in languages: [String]) -> Manifest {
        guard let path = ManifestTexts.path(for: languages, among: files.keys), let file = files[path],
            let texts = try? ManifestTexts(decoding: contents(of: file), at: path)
        else { return manifest }
        return manifest.localized(by: texts)
    }

    /// The path, length and digest of the file at `path`, or nil where there is none.
    ///
    /// - Complexity: O(1).
    public func file(at path: String) -> FileList.Entry? { files[path] }

    /// The bytes of a file, compared with its digest as they are read.
    ///
    /// - Throws: ``BlobError/damaged(_:)``, or ``InstallationError/missing(_:_:)`` where the blob was removed since.
    public func contents(of file: FileList.Entry) throws -> Data {
        guard let data = try blobs.read(file.sha256) else {
            throw InstallationError.missing(file.path, file.sha256)
        }
        return data
    }

    /// The paths of all files, in no particular order.
    public var paths: some Collection<String> { files.keys }
}

/// What is wrong with an installed version.
public enum InstallationError: Error, Hashable, CustomStringConvertible {
    /// The blob of a file is not there.
    case missing(String, BlobDigest)

    public var description: String {
        switch self {
        case .missing(let path, let digest): "The blob \(digest) of the file \(path) is missing."
        }
    }
}
