import AtollPackages
import AtollRuntime
import Foundation
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers

/// The headers of what mini apps' own origins answer.
struct MiniAppHeaders: Sendable {
    let configuration: ShellConfiguration
    /// The policies of web apps for other hosts, by the digests of their file lists: computing one needs all their
    /// pages.
    private let webApps = NIOLockedValueBox<[SHA256Hash: WebAppPolicy]>([:])
    private let webAppTurn = NSLock()
    private static let maximumWebApps = 200

    init(configuration: ShellConfiguration) {
        self.configuration = configuration
    }

    /// Files must be asked for each time, so that nothing is shown after the launch has ended. `immutable` with `Vary:
    /// Cookie` would not do: a browser's memory cache ignores `Vary` for cookies, and would mix versions.
    static let revalidated = "private, no-cache"

    /// Which files have a header.
    enum Scope {
        /// All of them, where no proxy limits the length of heads.
        case any
        case pages
        /// All but the pages.
        case others
    }

    /// The headers of a file of a mini app, without its own.
    ///
    /// - Throws: As `InstalledMiniApp.contents(of:)`.
    func fields(of miniApp: InstalledMiniApp, _ surface: Session.Surface, _ scope: Scope) throws -> HTTPFields {
        // A card loads files from its origin only, and nothing of it is cached.
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

    /// Returns the server of a mini app's files with these headers.
    ///
    /// - Throws: As `InstalledMiniApp.contents(of:)`.
    func server(of miniApp: InstalledMiniApp) throws -> ResourceServer {
        ResourceServer(miniApp, theme: configuration.theme, policy: try webApp(of: miniApp)?.inPage)
    }

    /// As many links as there is room for in a head. Without the others, a browser asks for what they name later.
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
        // One request reads the pages; those that ask meanwhile take its result.
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

    /// Returns the response with the headers of every answer; without a policy, nothing else may be loaded.
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
