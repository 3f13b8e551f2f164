import Foundation

/// A version of a mini app whose files are all in a blob directory: what a device opens.
public struct InstalledMiniApp: Sendable {
    /// The contents of its `manifest.json`.
    public private(set) var manifest: Manifest
    /// The digest of its file list, which identifies this version.
    public let digest: SHA256Hash
    /// The names of permissions that the operator denies, even if the manifest requests them.
    public private(set) var permissionsDenied: Set<String>
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

    /// Returns this version as a preview: a separate mini app for everything that a host stores by the mini app's id.
    ///
    /// - Returns: nil if the id would be too long.
    package var asPreview: InstalledMiniApp? {
        guard let id = manifest.id.preview else { return nil }
        var preview = self
        preview.manifest.id = id
        // Methods that contact other people, or cost money, wait until the version was reviewed.
        preview.permissionsDenied.formUnion(["messages", "payments"])
        return preview
    }

    /// The permissions that it may ask the user for: those that the manifest requests and the operator does not deny.
    public var permissions: [Manifest.Permission] {
        manifest.permissions.filter { !permissionsDenied.contains($0.name) }
    }

    /// The manifest with the texts that best match `languages`, in order of preference; unchanged if it has no texts in
    /// any of them, or if the first of them that it has is its own.
    ///
    /// - Complexity: Reads a file for each language and its shorter forms, until one has texts.
    public func manifest(in languages: [String]) -> Manifest {
        let paths = Dictionary(
            files.keys.compactMap { path in ManifestTexts.language(ofFile: path).map { ($0, path) } },
            uniquingKeysWith: { min($0, $1) })
        let texts = ManifestTexts.best(for: languages, own: manifest.language) { tag -> ManifestTexts? in
            guard let path = paths[tag], let file = files[path], file.length <= ManifestTexts.maximumBytes,
                let texts = try? ManifestTexts(decoding: contents(of: file), at: path)
            else { return nil }
            return texts.isEmpty ? nil : texts
        }
        return texts.map { manifest.localized(by: $0) } ?? manifest
    }

    /// Returns this version with the texts of ``manifest(in:)``, for users.
    ///
    /// - Complexity: Reads one file.
    public func localized(in languages: [String]) -> InstalledMiniApp {
        var localized = self
        localized.manifest = manifest(in: languages)
        localized.manifest.id = manifest.id
        return localized
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
