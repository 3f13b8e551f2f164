import AtollPackages
import AtollRuntime
import Foundation
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers

/// The headers of the responses of mini apps' origins.
struct MiniAppHeaders: Sendable {
    let configuration: ShellConfiguration
    /// The policies of web apps that were written for other hosts, by the digests of their file lists. To determine
    /// one, all pages are read.
    private let webApps = NIOLockedValueBox<[SHA256Hash: WebAppPolicy]>([:])
    private let webAppTurn = NSLock()
    private static let maximumWebApps = 200

    init(configuration: ShellConfiguration) {
        self.configuration = configuration
    }

    /// Files must be revalidated each time, so that none is shown after the launch has ended. `immutable` with
    /// `Vary: Cookie` would not work: a browser's memory cache ignores `Vary` for cookies, and would mix versions.
    static let revalidated = "private, no-cache"

    /// The files that have a header.
    enum Scope {
        /// All files, where no proxy limits the length of heads.
        case any
        case pages
        /// All files except pages.
        case others
    }

    /// The headers that all files of a mini app have in common.
    ///
    /// - Throws: As `InstalledMiniApp.contents(of:)`.
    func fields(of miniApp: InstalledMiniApp, _ surface: Session.Surface, _ scope: Scope) throws -> HTTPFields {
        // A card's files may load nothing from other origins, and are not cached.
        guard surface == .pages else { return secured(Response(status: .ok)).headers }
        let network =
            miniApp.manifest.network.map { configuration.backEnds[$0] ?? $0 }
            + configuration.stage.connections
        let worker = configuration.addresses.origin(of: miniApp.manifest.id) + "/" + MiniAppWorker.path
        let policy = ContentSecurityPolicy(
            host: configuration.frameAncestors, network: network, media: miniApp.manifest.media, worker: worker,
            webApp: try webApp(of: miniApp))
        let header =
            switch scope {
            case .any: policy.header
            case .pages: policy.headerOfPage
            case .others: policy.headerOfFile
            }
        return secured(Response(status: .ok), header).headers
    }

    /// The server of the files of a mini app with these headers.
    ///
    /// - Throws: As `InstalledMiniApp.contents(of:)`.
    func server(of miniApp: InstalledMiniApp) throws -> ResourceServer {
        ResourceServer(miniApp, theme: configuration.theme, policy: try webApp(of: miniApp)?.inPage)
    }

    /// The first links, as many as fit into a head. A browser requests the files of the others later.
    static func fitting(_ links: [String], into fields: HTTPFields) -> [String] {
        var room = maximumHead - fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
        return Array(
            links.prefix { link in
                room -= link.utf8.count + 8
                return room >= 0
            })
    }

    /// The length of a head, in bytes, without its first line, its date and the cookies of a launch: with them, it is
    /// below the 4 kB that nginx expects of a server with its defaults.
    private static let maximumHead = 3_500

    private func webApp(of miniApp: InstalledMiniApp) throws -> WebAppPolicy? {
        guard let compatibility = miniApp.manifest.compatibility else { return nil }
        if let known = webApps.withLockedValue({ $0[miniApp.digest] }) { return known }
        // The first request reads the pages. Requests that arrive meanwhile use its result.
        webAppTurn.lock()
        defer { webAppTurn.unlock() }
        if let known = webApps.withLockedValue({ $0[miniApp.digest] }) { return known }
        let webApp = try WebAppPolicy(compatibility, ResourceServer(miniApp))
        webApps.withLockedValue { known in
            if known.count >= Self.maximumWebApps { known = [:] }
            known[miniApp.digest] = webApp
        }
        return webApp
    }

    /// Adds the headers that every response has. Without a `policy`, only the response's own contents may be loaded.
    func secured(_ response: Response, _ policy: String? = nil) -> Response {
        let addresses = configuration.addresses
        var response = SecurityHeaders.common(to: response, isSecure: addresses.scheme == "https")
        response.headers[.contentSecurityPolicy] =
            policy ?? ContentSecurityPolicy(host: configuration.frameAncestors).header
        response.headers[.originAgentCluster] = "?1"
        response.headers[.permissionsPolicy] = SecurityHeaders.nothingPermitted
        return response
    }
}
