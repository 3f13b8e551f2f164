import AtollCatalog
import AtollPackages
import AtollPages
import AtollRuntime
import BoundedServer
import Credentials
import Crypto
import DurableFiles
import Foundation
import Hummingbird
import Logging
import RateLimiting
import RequestParsing
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
    private let proxies: TrustedProxies
    private let logger: Logger
    private let onRunning: @Sendable (_ port: Int) async -> Void

    /// Opens the shell's directory, and makes it, and keys, where they are missing.
    ///
    /// - Parameters:
    ///   - site: Makes the super app's pages with what the shell offers them; a hub alone where it is left out.
    ///   - onRunning: Told the port once the shell listens.
    public init(
        _ configuration: ShellConfiguration, users: any UserDirectory,
        transport: any CatalogTransport = HTTPCatalogTransport(), logger: Logger,
        site: (ShellServices) throws -> WebSite = { WebSite(try HubApp.app($0)) },
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) async throws {
        let directory = configuration.directory
        proxies = TrustedProxies(
            try configuration.trustedProxies.map { text in
                guard let range = IPRange(text) else { throw AddressError.badProxy(text) }
                return range
            })
        try DurableFile.makePrivateFolder(directory)
        storage = FileStorage(directory: directory.appending(path: "storage"))
        let keys = directory.appending(path: "keys")
        try DurableFile.makeFolder(keys)
        let sessions = try SessionStore(directory: directory.appending(path: "sessions"))
        let tokens = try await TokenIssuer(
            issuer: configuration.addresses.shellOrigin, keyFile: keys.appending(path: "tokens.pem")
        )
        let pairwiseNames = try PairwiseNames(keyFile: keys.appending(path: "pairwise"))
        let cache = try MiniAppCache(
            directory: directory.appending(path: "miniapps"), limits: configuration.cacheLimits,
            isOpen: { await sessions.isOpen($0, fileList: $1) },
            removeStorage: { [storage] in try await storage.removeAll(of: $0) }, setAside: configuration.setAside,
            noteSetAside: { id, version, users in
                logger.warning(
                    "A version of a mini app was set aside for all users: it did not start for some.",
                    metadata: ["miniApp": "\(id)", "code": "\(version.code)", "users": "\(users)"])
            }
        )
        let releases = try TrustedReleases(
            directory: directory.appending(path: "trust"), anchor: configuration.trustAnchor,
            host: configuration.hostIdentity, center: configuration.center, transport: transport,
            offline: configuration.offline
        )
        let center = CenterAccess(
            configuration: configuration, tokens: tokens, cache: cache, releases: releases,
            known: try KnownListings(directory: directory.appending(path: "listings")), transport: transport,
            pairwiseNames: pairwiseNames
        )
        let throttles = AccountThrottles()
        let deviceKey = try KeyFile.load(keys.appending(path: "devices")) {
            SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        }
        parts = ShellParts(
            configuration: configuration,
            users: users,
            sessions: sessions,
            preferences: try PreferenceStore(directory: directory.appending(path: "preferences")),
            tickets: LaunchTickets(),
            center: center,
            pairwiseNames: pairwiseNames,
            cache: cache,
            entitlements: Entitlements { session, miniApp in
                guard let session = await sessions.session(session) else { return false }
                return await center.allows(try? await users.user(id: session.user), toOpen: miniApp)
            },
            templates: try .shell(),
            files: try PublicFiles(theme: configuration.theme),
            connections: EventConnections(
                maximum: (configuration.maximumConnections ?? DescriptorLimit.connections) / 2),
            signIn: PasswordSignIn(
                users: users, throttle: SignInThrottle(), key: SymmetricKey(data: deviceKey), throttles: throttles),
            throttles: throttles
        )
        self.site = try site(ShellServices(parts: parts))
        self.logger = logger
        self.onRunning = onRunning
    }

    /// Serves until the task is cancelled or the process is asked to stop; requests under way are answered first.
    public func run() async throws {
        let onRunning = onRunning
        let configuration = parts.configuration
        var limits = ServerLimits()
        limits.connections = configuration.maximumConnections
        let application = Application(
            responder: responder(), server: .bounded(limits, logger: logger),
            configuration: .init(
                address: .hostname(configuration.address, port: configuration.port), serverName: "atoll-shell"
            ),
            services: [SessionUpkeep(sessions: parts.sessions)],
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        try await application.run()
    }

    func responder() -> HostResponder {
        HostResponder(
            addresses: parts.configuration.addresses,
            shell: router().buildResponder(),
            miniApps: MiniAppSite(shell: parts)
        )
    }

    private func router() -> Router<ShellContext> {
        let router = Router(context: ShellContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            SecurityHeaders(isSecure: parts.configuration.addresses.scheme == "https")
            RequestLog(.debug)
            ClientMiddleware(proxies: proxies)
            SessionMiddleware(sessions: parts.sessions)
            ErrorPages(shell: parts)
            SameOriginMiddleware(
                origin: parts.configuration.addresses.shellOrigin, throttles: parts.throttles)
            SiteMiddleware(site: site, shell: parts)
        }
        HealthRoute(shell: parts).add(to: router)
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
        SignInPages(shell: parts).add(to: router, site: site)
        AppSessions(shell: parts).add(to: router)
        SecurityPages(shell: parts).add(to: router, site: site)
        FrameReports(shell: parts).add(to: router)
        if let registry = parts.users as? any UserRegistry {
            RegistrationPages(shell: parts, registry: registry, site: site).add(to: router)
        }
        HubActions(shell: parts).add(to: router)
        HubIcons(shell: parts).add(to: router)
        let ready = BridgeMethod.lifecycleReady { [parts] in await parts.becameReady($0) }
        BridgeEndpoint(shell: parts, bridge: BridgeRouter(methods: BridgeMethod.standard(storage: storage) + [ready]))
            .add(to: router)
        return router
    }
}

extension ShellParts {
    /// A page of a mini app has said that it runs: for this user, and not from a card, which proves nothing of the pages.
    fileprivate func becameReady(_ context: BridgeContext) async {
        guard !context.isCard, let files = context.fileList, let id = BlobDigest(hex: context.session),
            let session = await sessions.session(id), let user = try? await users.user(id: session.user),
            let miniApp = try? await cache.installed(context.miniApp, fileList: files)
        else { return }
        await cache.becameReady(miniApp, for: center.runner(user))
    }
}
