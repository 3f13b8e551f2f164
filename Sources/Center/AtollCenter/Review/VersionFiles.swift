import AtollCenterDomain
import AtollPackages
import AtollReview
import Foundation

/// The files of versions, as the Center stores them.
struct VersionFiles: Sendable {
    let blobs: any BlobStore
    /// The turns of those who want long files taken apart. All copies of this value share them.
    let turns = AsyncTurns(maximumWaiting: 200, perKey: 40, patience: .seconds(60))
    /// The turns of those who want the bytes of a file, which are in memory until they are written.
    let contentTurns = AsyncTurns(maximumWaiting: 200, perKey: 20, patience: .seconds(60))

    /// The list of a version's files, or `nil` if they are not stored.
    func list(_ files: FileListReference) async throws -> FileList? {
        guard let data = try await blobs.read(files.sha256) else { return nil }
        return try FileList(decoding: data)
    }

    /// The version to compare with: its manifest and its files; `nil` if they are not stored.
    func reviewed(_ files: FileListReference) async throws -> ReviewedVersion? {
        guard let list = try await list(files), let digest = list.digest(ofFileAt: Manifest.path),
            let data = try await blobs.read(digest)
        else { return nil }
        var texts: [(String, Data)] = []
        for entry in list.files.filter({ ManifestTexts.isFile($0.path) }).prefix(ManifestTexts.maximumLanguages) {
            guard let data = try await blobs.read(entry.sha256) else { return nil }
            texts.append((entry.path, data))
        }
        return ReviewedVersion(
            manifest: try Manifest(decoding: data), files: list, texts: ManifestTexts.all(in: texts))
    }

    /// A file of a version.
    func file(_ path: String, in list: FileList) async throws -> PackageFile? {
        guard let digest = list.digest(ofFileAt: path), let data = try await blobs.read(digest) else { return nil }
        return PackageFile(path: path, contents: data)
    }

    /// The whole package, or `nil` if it is not stored.
    func package(_ files: FileListReference) async throws -> MiniAppPackage? {
        guard let list = try await list(files) else { return nil }
        var found: [PackageFile] = []
        for entry in list.files {
            guard let data = try await blobs.read(entry.sha256) else { return nil }
            found.append(PackageFile(path: entry.path, contents: data))
        }
        return try MiniAppPackage(files: found)
    }
}
