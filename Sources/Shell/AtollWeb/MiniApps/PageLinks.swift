import AtollPackages
import AtollRuntime
import AtollTexts
import NIOConcurrencyHelpers

/// The `Link` headers of pages, which name the files that a page loads. They are computed once for each page, because
/// the package decides how long that takes.
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
    ///   - path: The path of the request, which names it.
    ///   - language: The language whose texts the page will ask for; nil for none.
    func links(
        of page: SHA256Hash, at path: String, in miniApp: InstalledMiniApp, language: String?,
        from server: ResourceServer
    ) throws -> [String] {
        // One entry for each file, for any encoding of the path, and for any path of a client-side router.
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
