import AtollPackages
import Foundation

@testable import AtollReview

/// Packages for the tests of the checks: a page, an icon, and the files of a case.
enum Packages {
    static let page =
        "<!doctype html><html lang=\"en\"><title>Sample</title><script type=\"module\" src=\"/app.js\"></script><h1>Sample</h1>"

    static func manifest(
        name: String = "Sample", code: Int = 1, permissions: String = "[]", network: String = "[]", more: String = ""
    ) -> String {
        """
        {"app_id": "com.example.sample", "name": "\(name)", "short_name": "Sample", "lang": "en",
        "version": {"code": \(code), "name": "\(code).0.0"}, "platform_version": {"min_code": 1},
        "pages": ["pages/home"], "icons": [{"src": "icon.svg"}],
        "req_permissions": \(permissions), "atoll_network": \(network)\(more)}
        """
    }

    static func package(_ files: [String: String] = [:], manifest: String = manifest()) throws -> MiniAppPackage {
        var all = [
            "manifest.json": manifest, "pages/home.html": page,
            "icon.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
        ]
        all["app.js"] = "export const nothing = 0;\n"
        all["app.css"] = ""
        all.merge(files) { $1 }
        return try MiniAppPackage(
            files: all.map { PackageFile(path: $0.key, contents: Data($0.value.utf8)) })
    }

    /// Returns the findings in a script.
    static func findings(script: String, manifest: String = manifest()) throws -> [Finding] {
        try PackageReview().findings(in: package(["app.js": script], manifest: manifest))
    }

    /// Returns the findings in a page with this body.
    static func findings(page body: String, manifest: String = manifest()) throws -> [Finding] {
        try PackageReview().findings(in: package(["pages/home.html": page + body], manifest: manifest))
    }

    static func findings(style: String) throws -> [Finding] {
        try PackageReview().findings(in: package(["app.css": style]))
    }

    /// The tokens of a script, as texts.
    static func tokens(_ script: String) -> [String] {
        let bytes = Array(script.utf8)
        let source = Script(bytes, in: 0..<bytes.count)
        return source.tokens.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }
}

extension [Finding] {
    func codes(_ severity: Finding.Severity? = nil) -> [String] {
        filter { severity == nil || $0.severity == severity }.map(\.code)
    }
}
