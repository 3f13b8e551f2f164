import AtollPackages
import Foundation

/// The mini app around a bundler's pages, for a folder without a manifest. A package is made only of what the bundler
/// builds.
enum DevelopmentPlaceholder {
    /// Returns the folder of the manifest in this folder, or else of one with only the required members.
    static func folder(in data: URL) throws -> URL {
        let here = URL(filePath: ".")
        let own = [here.appending(path: Manifest.path), here.appending(path: "app/\(Manifest.path)")]
        if let manifest = own.first(where: { FileManager.default.fileExists(atPath: $0.path) }) {
            return manifest.deletingLastPathComponent()
        }
        let folder = data.appending(path: "app")
        let files = [
            "manifest.json": manifest, "web/index.html": "<!doctype html><title>Waiting</title>",
            "pages/index.html": "",
            "app.js": "", "app.css": "", "common/icon.svg": icon,
        ]
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return folder
    }

    private static let icon =
        ##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="12" fill="#00596a"/></svg>"##

    private static let manifest = """
        {
          "app_id": "local.development.app", "name": "Web app", "lang": "en", "dir": "ltr",
          "version": { "code": 1, "name": "0" }, "platform_version": { "min_code": 1 },
          "pages": ["pages/index"], "icons": [{ "src": "common/icon.svg", "sizes": "any", "label": "" }],
          "atoll_compat": { "kind": "web", "root": "web", "fallback": true },
          "req_permissions": []
        }
        """
}
