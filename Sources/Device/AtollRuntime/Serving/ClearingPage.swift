import AtollPackages
import Foundation

/// A document whose script deletes a mini app's cookies before another user opens the mini app. Then it navigates to the next page.
///
/// It is needed only where all mini apps share one site: there, the header `Clear-Site-Data` would delete the cookies of all of them. The
/// script can read the cookies of the document's own folder and of the folders above it.
public enum ClearingPage {
    private static let script = HostFiles.script(["cookies", "clearing"])
    private static let scriptSource = InlineScripts.source(of: script)
    /// Each folder takes a round trip.
    private static let maximumFolders = 8

    /// The document: UTF-8.
    ///
    /// - Parameters:
    ///   - domain: The domain of all mini apps, without a port.
    ///   - next: The path and query of the next page.
    public static func document(domain: String, next: String) -> String {
        """
        <!DOCTYPE html><meta charset="utf-8"><title></title>\
        <body data-domain="\(OpeningPage.attribute(domain))" data-next="\(OpeningPage.attribute(next))">\
        <script type="module">\(script)</script>
        """
    }

    /// The value of its `Content-Security-Policy` header.
    ///
    /// - Parameter host: The only source that may show it in a frame.
    public static func policy(host: String) -> String {
        """
        default-src 'none'; script-src \(scriptSource); form-action 'none'; base-uri 'none'; frame-ancestors \(host); \
        sandbox allow-scripts allow-same-origin
        """
    }

    /// The folders of a version's pages on its origin, at most eight: a script's cookie belongs to the folder of its page, unless it
    /// names another path.
    public static func folders(of miniApp: InstalledMiniApp) -> [String] {
        var folders: Set<String> = []
        let root = miniApp.manifest.compatibility.map { $0.root + "/" }
        let web = miniApp.list.files.map(\.path).filter { path in
            root.map { path.hasPrefix($0) && MediaType.type(ofPath: path).hasPrefix("text/html") } ?? false
        }
        let pages =
            miniApp.manifest.pages + miniApp.manifest.widgets.map(\.path)
            + web.map { String($0.dropFirst(root?.count ?? 0)) }
        for page in pages {
            guard let end = page.lastIndex(of: "/") else { continue }
            folders.insert("/" + page[...end])
        }
        return folders.sorted().prefix(maximumFolders).compactMap {
            $0.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        }
    }
}
