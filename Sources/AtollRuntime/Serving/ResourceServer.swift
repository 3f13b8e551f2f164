import AtollPackages
import Foundation

/// Maps a request on a mini app's origin to one of its files.
///
/// | request path | is answered with |
/// | --- | --- |
/// | `/` | the manifest's first page |
/// | `/pages/list` | the document of the page or widget `pages/list`, if the manifest lists it |
/// | `/.atoll/atoll.js` | the mini app's side of the bridge |
/// | `/.atoll/theme.css` | the look of the host |
/// | any other | the file at exactly this path |
///
/// A path is a key into the version's file list and never touches the file system, so there is nothing to climb out of.
public struct ResourceServer: Sendable {
    /// An answer without its headers for caching and security, which are the host's.
    public struct Resource: Sendable {
        public let contents: Data
        public let mediaType: String
        /// Changes when the contents do.
        public let digest: BlobDigest
        /// Whether this is a page.
        public let isPage: Bool
    }

    private let miniApp: InstalledMiniApp
    private let theme: Data

    /// - Parameter theme: The style sheet with the look of the host.
    public init(_ miniApp: InstalledMiniApp, theme: Data = ThemeStylesheet.contents) {
        self.miniApp = miniApp
        self.theme = theme
    }

    /// What lies at `path`, or nil where nothing does.
    ///
    /// - Parameter path: The path of the request's URL as it was sent: percent-encoded, with the leading slash and
    ///   without the query.
    /// - Throws: What ``InstalledMiniApp/contents(of:)`` throws.
    /// - Complexity: O(1) to find, then linear in the file's length.
    public func resource(at path: String) throws -> Resource? {
        guard let path = Self.decoded(path) else { return nil }
        if path.hasPrefix(Self.hostFolder) {
            guard let contents = hostFile(path) else { return nil }
            return Resource(
                contents: contents, mediaType: MediaType.type(ofPath: path), digest: BlobDigest(of: contents),
                isPage: false
            )
        }
        let route = path.isEmpty ? miniApp.manifest.pages.first ?? "" : path
        let isPage = isPage(route)
        guard let file = miniApp.file(at: isPage ? Manifest.document(ofPage: route) : path) else { return nil }
        return Resource(
            contents: try miniApp.contents(of: file), mediaType: MediaType.type(ofPath: file.path),
            digest: file.sha256, isPage: isPage
        )
    }

    /// Whether `route` is one of the manifest's pages or widgets.
    public func isPage(_ route: String) -> Bool {
        miniApp.manifest.pages.contains(route) || miniApp.manifest.widgets.contains { $0.path == route }
    }

    /// Below this is what the host brings; whatever a package has there is never served.
    static let hostFolder = ".atoll/"
    /// The address on each mini app's origin of the script that is its side of the bridge.
    public static let bridgeScriptPath = hostFolder + "atoll.js"
    /// The address on each mini app's origin of the look of the host.
    public static let themePath = hostFolder + "theme.css"

    private func hostFile(_ path: String) -> Data? {
        switch path {
        case Self.bridgeScriptPath: BridgeScript.contents
        case Self.themePath: theme
        default: nil
        }
    }

    /// The path without its leading slash and percent-encoding, or nil where it is not one that a package can have.
    static func decoded(_ path: String) -> String? {
        guard path.utf8.count <= 1_024, path.first == "/" else { return nil }
        guard let decoded = path.dropFirst().removingPercentEncoding else { return nil }
        return decoded
    }
}
