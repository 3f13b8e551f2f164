import AtollPackages
import Foundation

/// A small, valid mini app, which tests can change.
public struct SampleMiniApp {
    public var id = "com.example.sample"
    public var name = "Sample"
    public var code = 1
    public var pages = ["pages/home", "pages/detail"]
    /// Files in addition to the manifest.
    public var files: [String: String] = [
        "app.js": "export {};\n",
        "app.css": "body { margin: 0 }\n",
        "pages/home.html": "<!doctype html><title>Home</title>\n",
        "pages/detail.html": "<!doctype html><title>Detail</title>\n",
        "common/icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>\n",
        "i18n/en.json": "{}\n",
        "i18n/es.json": "{}\n",
    ]
    /// Members that replace those of the manifest; `NSNull` removes one.
    public var members: [String: Any] = [:]

    public init() {}

    public init(id: String, name: String = "Sample", code: Int = 1) {
        self.id = id
        self.name = name
        self.code = code
    }

    public var manifest: Data {
        var manifest: [String: Any] = [
            "app_id": id, "name": name, "description": "What \(name) is for.",
            "version": ["code": code, "name": "1.0.\(code)"], "platform_version": ["min_code": 1],
            "pages": pages, "icons": [["src": "common/icon.svg"]],
        ]
        for (member, value) in members { manifest[member] = value is NSNull ? nil : value }
        return try! JSONSerialization.data(withJSONObject: manifest, options: [.sortedKeys])
    }

    public var packageFiles: [PackageFile] {
        [PackageFile(path: "manifest.json", contents: manifest)]
            + files.map { PackageFile(path: $0.key, contents: Data($0.value.utf8)) }
    }

    /// The archive, written without checking the rules.
    public var archive: Data { ArchiveWriter().archive(of: packageFiles) }
}
