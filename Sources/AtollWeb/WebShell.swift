import AtollCatalog
import AtollPackages
import AtollPages
import AtollRuntime
import DurableFiles
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle

/// The super app as a web site.
///
/// The shell's pages live on one origin and each mini app on one of its own; what a mini app wants goes through the
/// bridge. In the sense of the catalog, this server is the device: it installs, checks and serves mini apps, and keeps
/// their storage.
public struct WebShell: Service {
    private let parts: ShellParts
    private let site: WebSite
    private let storage: FileStorage
    private let logger: Logger
    private let onRunning: @Sendable (_ port: Int) async -> Void

    /// Opens the shell's directory, and makes it, and keys, where they are missing.
    ///
    /// - Parameters:
    ///   - site: Makes the super app's pages with what the shell offers them; a hub alone where it is left out.
    ///   - onRunning: Told the port once the shell listens.
    public init(
        _ configuration: ShellConfiguration, users: any UserDirectory,
        transport: any CatalogTransport = URLSessionTransport(), logger: Logger,
        site: (ShellServices) throws -> WebSite = { WebSite(try HubApp.app($0)) },
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) async throws {
        let directory = configuration.directory
        storage = FileStorage(directory: directory.appending(path: "storage"))
        let keys = directory.appending(path: "keys")
        try DurableFile.makeFolder(keys)
        let sessions = try SessionStore(directory: directory.appending(path: "sessions"))
        let tokens = try await TokenIssuer(
            issuer: configuration.addresses.shellOrigin, keyFile: keys.appending(path: "tokens.pem")
        )
        let cache = try MiniAppCache(
            directory: directory.appending(path: "miniapps"), limits: configuration.cacheLimits,
            isOpen: { await sessions.isOpen($0, fileList: $1) },
            removeStorage: { [storage] in try await storage.removeAll(of: $0) }
        )
        let releases = try TrustedReleases(
            directory: directory.appending(path: "trust"), anchor: configuration.trustAnchor,
            host: configuration.hostIdentity, center: configuration.center, transport: transport,
            offline: configuration.offline
        )
        let center = CenterAccess(
            configuration: configuration, tokens: tokens, cache: cache, releases: releases,
            known: try KnownListings(directory: directory.appending(path: "listings")), transport: transport
        )
        parts = ShellParts(
            configuration: configuration,
            users: users,
            sessions: sessions,
            preferences: try PreferenceStore(directory: directory.appending(path: "preferences")),
            tickets: LaunchTickets(),
            center: center,
            pairwiseNames: try PairwiseNames(keyFile: keys.appending(path: "pairwise")),
            cache: cache,
            entitlements: Entitlements { session, miniApp in
                guard let session = await sessions.session(session) else { return false }
                return await center.allows(try? await users.user(id: session.user), toOpen: miniApp)
            },
            templates: try .shell(),
            files: try PublicFiles(theme: configuration.theme)
        )
        self.site = try site(ShellServices(parts: parts))
        self.logger = logger
        self.onRunning = onRunning
    }

    /// Serves until the task is cancelled or the process is asked to stop; requests under way are answered first.
    public func run() async throws {
        let onRunning = onRunning
        let configuration = parts.configuration
        let application = Application(
            responder: responder(),
            configuration: .init(
                address: .hostname(configuration.address, port: configuration.port), serverName: "atoll-shell"
            ),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        try await application.run()
    }

    func responder() -> HostResponder {
        HostResponder(
            addresses: parts.configuration.addresses,
            shell: router().buildResponder(),
            miniApps: MiniAppSite(
                addresses: parts.configuration.addresses, sessions: parts.sessions, tickets: parts.tickets,
                cache: parts.cache, entitlements: parts.entitlements,
                readyWithin: parts.configuration.readyWithin, theme: parts.configuration.theme
            )
        )
    }

    private func router() -> Router<ShellContext> {
        let router = Router(context: ShellContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            SecurityHeaders()
            LogRequestsMiddleware(.debug)
            SessionMiddleware(sessions: parts.sessions)
            ErrorPages(shell: parts)
            SameOriginMiddleware(origin: parts.configuration.addresses.shellOrigin)
            SiteMiddleware(site: site, shell: parts)
        }
        router.get("health") { [connections = parts.connections] _, _ -> Response in
            Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(string: #"{"events":\#(await connections.count),"status":"ok"}"#))
            )
        }
        let keySet = parts.center.tokens.keySet
        router.get(".well-known/jwks.json") { _, _ -> Response in
            Response(
                status: .ok, headers: [.contentType: "application/json", .cacheControl: "public, max-age=300"],
                body: .init(byteBuffer: ByteBuffer(bytes: keySet))
            )
        }
        parts.files.add(to: router)
        InstallableApp(shell: parts).add(to: router)
        StylesheetAddress.add(to: router, site: site)
        AppAssociation(site: site, shell: parts).add(to: router)
        OpenPage(site: site, shell: parts).add(to: router)
        ActionRoute(site: site, shell: parts).add(to: router)
        EventsRoute(site: site, shell: parts).add(to: router)
        CardRoute(shell: parts).add(to: router)
        // Wrong passwords are counted together, wherever they are tried.
        let throttle = SignInThrottle()
        SignInPages(shell: parts, throttle: throttle).add(to: router, site: site)
        AppSessions(shell: parts, throttle: throttle).add(to: router)
        if let registry = parts.users as? any UserRegistry {
            RegistrationPages(shell: parts, registry: registry, site: site).add(to: router)
        }
        HubActions(shell: parts).add(to: router)
        HubIcons(shell: parts).add(to: router)
        let ready = BridgeMethod.lifecycleReady { [cache = parts.cache] context in
            if let miniApp = try? await cache.installed(context.miniApp, code: context.version.code) {
                await cache.becameReady(miniApp)
            }
        }
        BridgeEndpoint(shell: parts, bridge: BridgeRouter(methods: BridgeMethod.standard(storage: storage) + [ready]))
            .add(to: router)
        return router
    }
}
