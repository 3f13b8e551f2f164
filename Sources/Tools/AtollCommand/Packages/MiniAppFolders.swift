import AtollPackages
import Foundation

/// Where the parts of a mini app's project are: its files lie in `app`, and what belongs to them beside that folder.
enum MiniAppFolders {
    /// The name of the file that says where a mini app is published (`ProjectSettings`).
    static let settings = "atoll.json"

    /// The folder itself, or `app` in it if only that has a manifest.
    static func files(at path: String) -> URL {
        let (folder, inner) = (URL(filePath: path), URL(filePath: path).appending(path: "app"))
        return !hasManifest(folder) && hasManifest(inner) ? inner : folder
    }

    /// The folders in which settings and tests may be: the mini app's own, and the one around it if it is called `app`. Around any
    /// other, there are other people's mini apps.
    static func places(of folder: URL) -> [URL] {
        let folder = folder.standardizedFileURL
        return folder.lastPathComponent == "app" ? [folder, folder.deletingLastPathComponent()] : [folder]
    }

    static func hasManifest(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: Manifest.path).path)
    }
}
