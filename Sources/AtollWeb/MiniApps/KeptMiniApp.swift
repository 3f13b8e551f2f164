import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation

/// What a browser keeps of a mini app, to show it when there is no connection: all its files and pages, in the cache of the mini
/// app's origin.
///
/// Files are cached anyway. Documents are not, so that the server decides each time whether they are shown; but under an address
/// with ``parameter`` they are. The shell's page uses these addresses only when it was opened without a connection itself, and the
/// mini app's pages from there on. Everything in the cache is for one launch cookie: `Vary: Cookie`.
struct KeptMiniApp {
    let miniApp: InstalledMiniApp

    /// The page that has all of it loaded, and its script.
    static let pagePath = "/.atoll/keep"
    static let scriptPath = "/.atoll/keep.js"
    /// The query of the address at which a browser keeps a document.
    static let parameter = "atoll-kept"

    /// Larger mini apps are not kept, in bytes.
    private static let maximumBytes = 10 * 1024 * 1024
    private static let maximumFiles = 500

    /// Whether a browser may keep it.
    var isKept: Bool { miniApp.list.totalBytes <= Self.maximumBytes && miniApp.paths.count <= Self.maximumFiles }

    /// The page.
    var page: Data {
        get throws {
            let documents = Set(miniApp.manifest.pages.map { Manifest.document(ofPage: $0) })
            let files =
                miniApp.paths.filter { !documents.contains($0) }
                + [ResourceServer.bridgeScriptPath, ResourceServer.themePath]
            let pages = miniApp.manifest.pages.map { Self.address(of: $0) + "?" + Self.parameter }
            let markup = """
                <!doctype html>
                <html lang="en"><meta charset="utf-8"><title>Offline</title>
                <body><script src="\(Self.scriptPath)" data-pages="\(try Self.list(pages))" data-files="\(try Self.list(files.map { Self.address(of: $0) }))"></script></body></html>

                """
            return Data(markup.utf8)
        }
    }

    private static func address(of path: String) -> String {
        "/" + (path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "")
    }

    /// A list as JSON, in an attribute.
    private static func list(_ texts: [String]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return String(decoding: try encoder.encode(texts.sorted()), as: UTF8.self)
            .replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
    }
}
