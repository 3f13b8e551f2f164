import AtollPackages
import Foundation

/// A mini app in development: its folder may have changed since it was published, without a new version code.
struct MiniAppSource {
    let id: MiniAppID
    private let files: [PackageFile]
    private let manifest: Manifest

    /// - Throws: A ``PackageRefusal`` if the folder is not a valid mini app.
    init(folder: URL) throws {
        files = try PackageFolder(folder).files()
        manifest = try MiniAppPackage(files: files).manifest
        id = manifest.id
    }

    /// Whether the files differ from those of the published version, apart from the version code.
    func differs(from published: MiniAppListing?) throws -> Bool {
        guard let published else { return true }
        let list = try package(code: published.version.code).fileList
        return SHA256Hash(of: list.encoded()) != published.files.sha256
    }

    /// The package to publish after `published`: with the manifest's version code, or the next free one if that was
    /// used.
    func package(following published: MiniAppListing?) throws -> MiniAppPackage {
        let next = (published?.version.code ?? 0) + 1
        return try package(code: max(manifest.version.code, next))
    }

    private func package(code: Int) throws -> MiniAppPackage {
        guard code != manifest.version.code else { return try MiniAppPackage(files: files) }
        return try MiniAppPackage(
            files: files.map { file in
                guard file.path == Manifest.path else { return file }
                return PackageFile(path: file.path, contents: try Self.setting(code, in: file.contents))
            }
        )
    }

    private static func setting(_ code: Int, in manifest: Data) throws -> Data {
        var members = try JSONSerialization.jsonObject(with: manifest) as? [String: Any] ?? [:]
        var version = members["version"] as? [String: Any] ?? [:]
        version["code"] = code
        members["version"] = version
        return try JSONSerialization.data(withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
    }
}
