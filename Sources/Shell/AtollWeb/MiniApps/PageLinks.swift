import AtollPackages
import AtollRuntime
import AtollTexts
import NIOConcurrencyHelpers

/// The `Link` headers of pages, which name the files that a page loads. They are computed once for each page, because
/// how long that takes depends on the package.
final class PageLinks: Sendable {
    private struct Key: Hashable {
        let fileList: SHA256Hash
        /// The path of the page; nil for a web app whose first page answers at any path.
        let path: String?
        let page: SHA256Hash
        let language: String?
    }

    private let known = NIOLockedValueBox<[Key: [String]]>([:])
    private static let capacity = 1_000

    /// The `Link` values of a page.
    ///
    /// - Parameters:
    ///   - page: The digest of the page.
    ///   - path: The path of the request for the page.
    ///   - language: The language whose texts the page will request; nil for none.
    func links(
        of page: SHA256Hash, at path: String, in miniApp: InstalledMiniApp, language: String?,
        from server: ResourceServer
    ) throws -> [String] {
        // One entry for each file, however the path is encoded, and whichever path a client-side router uses.
        let answersAnywhere = miniApp.manifest.compatibility?.hasFallback ?? false
        let key = Key(
            fileList: miniApp.digest, path: answersAnywhere ? nil : path.removingPercentEncoding, page: page,
            language: language.flatMap { TextLanguage.match($0, among: server.languages) })
        if let links = known.withLockedValue({ $0[key] }) { return links }
        let links = try server.preloads(of: path, language: language)
        known.withLockedValue { known in
            if known.count >= Self.capacity { known = [:] }
            known[key] = links
        }
        return links
    }
}
