import Foundation

/// A version of a mini app whose files are all in a blob directory: what a device opens.
public struct InstalledMiniApp: Sendable {
    /// The contents of its `manifest.json`.
    public let manifest: Manifest
    /// The digest of its file list, which identifies this version.
    public let digest: SHA256Hash
    /// The names of permissions that the operator denies, even if the manifest requests them.
    public let permissionsDenied: Set<String>
    /// Its files, in the order of their paths.
    public let list: FileList
    private let files: [String: FileList.Entry]
    private let blobs: BlobDirectory

    /// Opens the version whose file list is the blob `digest`.
    ///
    /// - Throws: ``InstallationError`` if a blob is missing; ``BlobError`` if the file list or the manifest is damaged;
    ///   a ``PackageRefusal`` if either breaks a rule.
    /// - Complexity: O(*n*) in the number of files; of their bytes, only the manifest's are read.
    public init(
        fileList digest: SHA256Hash, in blobs: BlobDirectory, permissionsDenied: Set<String> = []
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

    /// The permissions that it may ask the user for: those that the manifest requests and the operator does not deny.
    public var permissions: [Manifest.Permission] {
        manifest.permissions.filter { !permissionsDenied.contains($0.name) }
    }

    /// The manifest with the texts that best match `languages`, in order of preference, or unchanged if it has no texts
    /// in any of them.
    ///
    /// - Complexity: Reads one file.
    public func manifest(in languages: [String]) -> Manifest {
        guard let path = ManifestTexts.path(for: languages, among: files.keys), let file = files[path],
            let texts = try? ManifestTexts(decoding: contents(of: file), at: path)
        else { return manifest }
        return manifest.localized(by: texts)
    }

    /// The path, length and digest of the file at `path`, or nil if there is no such file.
    ///
    /// - Complexity: O(1).
    public func file(at path: String) -> FileList.Entry? { files[path] }

    /// The bytes of a file, verified against its digest.
    ///
    /// - Throws: ``BlobError/damaged(_:)``, or ``InstallationError/missing(_:_:)`` if the blob has been removed.
    public func contents(of file: FileList.Entry) throws -> Data {
        guard let data = try blobs.read(file.sha256) else {
            throw InstallationError.missing(file.path, file.sha256)
        }
        return data
    }

    /// The paths of all files, in no particular order.
    public var paths: some Collection<String> { files.keys }
}
