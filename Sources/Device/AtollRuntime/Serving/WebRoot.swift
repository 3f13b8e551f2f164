import AtollPackages
import Foundation

/// The files of a web app that was written for another host (`atoll_compat`): which one answers a path, and the page with the
/// layer that stands in for its host.
struct WebRoot: Sendable {
    let compatibility: Manifest.Compatibility
    /// Whether the package has a file.
    let has: @Sendable (_ path: String) -> Bool
    /// The policy that its pages begin with; nil for none.
    var policy: String?

    /// The path of the file in the package that answers a path on the mini app's origin; nil if the web app has none.
    ///
    /// - Parameter path: Without its leading slash and percent-encoding.
    func file(at path: String) -> String? {
        let root = compatibility.root + "/"
        let isFolder = path.isEmpty || path.hasSuffix("/")
        let exact = root + path + (isFolder ? "index.html" : "")
        if has(exact) { return exact }
        if isFolderWithoutSlash(path) { return nil }
        guard compatibility.hasFallback, !Self.isFileName(path), has(compatibility.document) else { return nil }
        return compatibility.document
    }

    /// Whether the last part of a path is the name of a file, by its extension.
    private static func isFileName(_ path: String) -> Bool {
        let name = path.utf8.suffix(from: path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.utf8.startIndex)
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return MediaType.extensions.contains(String(Substring(name[dot...].dropFirst())).lowercased())
    }

    /// Whether a path names a folder that has a page, and lacks the slash at its end.
    ///
    /// - Parameter path: As for ``file(at:)``.
    func isFolderWithoutSlash(_ path: String) -> Bool {
        let exact = compatibility.root + "/" + path
        return !path.isEmpty && !path.hasSuffix("/") && !has(exact) && has(exact + "/index.html")
    }

    /// Whether a file in the package is one of the web app's pages.
    func isPage(_ file: String) -> Bool {
        guard file.hasPrefix(compatibility.root + "/") else { return false }
        let name = file.lowercased()
        return name.hasSuffix(".html") || name.hasSuffix(".htm")
    }

    /// A page with the layer as its first script, so that the page finds what it expects of its host.
    func page(_ contents: Data) -> Data {
        let page = PageScript.inserted("/" + CompatibilityLayer.path(compatibility.kind), into: contents)
        return policy.map { PageScript.restricted(page, to: $0) } ?? page
    }
}
