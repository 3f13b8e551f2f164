import AtollPackages
import AtollRuntime
import AtollTexts
import NIOConcurrencyHelpers

/// What pages will load, as their `Link` headers say it: found once for each page, because a publisher decides how long that takes.
final class PageLinks: Sendable {
    private struct Key: Hashable {
        let fileList: SHA256Hash
        /// The path of the page; nil for a web app, whose page may answer at any path.
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
        // An address is one of the manifest's, however it is encoded, so that nobody makes as many as they like.
        let isWebApp = miniApp.manifest.compatibility != nil
        let key = Key(
            fileList: miniApp.digest, path: isWebApp ? nil : path.removingPercentEncoding, page: page,
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
