import AtollPackages
import Foundation

/// The layout of a mini app's project: its files are in `app`, and its settings and tests are next to that folder.
enum MiniAppFolders {
    /// The name of the file that states where a mini app is published (`ProjectSettings`).
    static let settings = "atoll.json"

    /// The folder itself, or `app` in it if only that has a manifest.
    static func files(at path: String) -> URL {
        let (folder, inner) = (URL(filePath: path), URL(filePath: path).appending(path: "app"))
        return !hasManifest(folder) && hasManifest(inner) ? inner : folder
    }

    /// The folders that may contain settings and tests: the mini app's own, and the one around it if it is called
    /// `app`. A folder around any other may contain unrelated mini apps.
    static func places(of folder: URL) -> [URL] {
        let folder = folder.standardizedFileURL
        return folder.lastPathComponent == "app" ? [folder, folder.deletingLastPathComponent()] : [folder]
    }

    static func hasManifest(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: Manifest.path).path)
    }
}
