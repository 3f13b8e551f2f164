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

/// Serves the super app as a web site.
///
/// The shell's pages have one origin, and each mini app has an origin of its own; mini apps call the shell through the
/// bridge. In the sense of the catalog, this server is the device: it installs, verifies and serves mini apps, and
/// stores their data.
public struct WebShell: Service {
    private let configuration: ShellConfiguration
    private let pages: SitePages
    private let renderer: PageRenderer
    private let sessions: SessionStore
    private let consents: ConsentStore
    private let throttles: AccountThrottles
    private let miniApps: MiniAppResponder
    private let routes: [any ShellRoutes]
    private let reports: UsageReports
    private let signingKeys: SigningKeys
    private let site: WebSite
    private let proxies: TrustedProxies
    private let logger: Logger
    private let onRunning: @Sendable (_ port: Int) async -> Void

    /// Creates a shell. The directory and the keys in it are created if they do not exist.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - users: The directory of users. If it is a ``UserRegistry``, users can register and change their passwords.
    ///   - transport: Sends requests to the Center.
    ///   - providers: What only the super app can do for its mini apps.
    ///   - logger: The logger.
    ///   - site: Creates the super app's pages with the services of the shell; by default a ``HubApp``.
    ///   - onRunning: Called with the port when the shell listens.
    /// - Throws: ``AddressError`` for an invalid proxy, ``ShellPathError`` if pages are hidden by the shell's own
    ///   routes, an error of `site`, or an error of the file system.
    public init(
        _ configuration: ShellConfiguration, users: any UserDirectory,
        transport: any CatalogTransport = HTTPCatalogTransport(), providers: ShellProviders = ShellProviders(),
        logger: Logger,
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
        let keys = directory.appending(path: "keys")
        try DurableFile.makeFolder(keys)
        let sessions = try SessionStore(directory: directory.appending(path: "sessions"))
        let pairwiseNames = try PairwiseNames(keyFile: keys.appending(path: "pairwise"))
        let browsers = BrowserSessions(sessions: sessions, users: users, names: pairwiseNames)
        let kept = try ShellBridge(
            directory: directory, keys: keys, browsers: browsers, providers: providers, logger: logger)
        let signingKeys = try await SigningKeys(
            folder: keys.appending(path: "tokens"), former: keys.appending(path: "tokens.pem"))
        let tokens = TokenIssuer(issuer: configuration.addresses.shellOrigin, keys: signingKeys)
        let consents = try ConsentStore(directory: directory.appending(path: "consents"))
        let usage = UsageLog(
            file: directory.appending(path: "usage"), platform: "web",
            readyWithin: configuration.readyWithin)
        let cache = try MiniAppCache(
            directory: directory.appending(path: "miniapps"), limits: configuration.cacheLimits,
            isOpen: { await sessions.isOpen($0, fileList: $1) },
            removeStorage: { try await kept.removeAll(of: $0) }, setAside: configuration.setAside,
            noteSetAside: { id, version, users in
                logger.warning(
                    "A version of a mini app was set aside for all users: it did not start for some.",
                    metadata: ["miniApp": "\(id)", "code": "\(version.code)", "users": "\(users)"])
            },
            usage: usage
        )
        let releases = try TrustedReleases(
            directory: directory.appending(path: "trust"), anchor: configuration.trustAnchor,
            host: configuration.hostIdentity, center: configuration.center, transport: transport,
            offline: configuration.offline
        )
        let center = CenterAccess(
            configuration: configuration, tokens: tokens, cache: cache, releases: releases,
            known: try KnownListings(directory: directory.appending(path: "listings")), transport: transport,
            pairwiseNames: pairwiseNames, logger: logger
        )
        let throttles = AccountThrottles()
        let deviceKey = try KeyFile.load(keys.appending(path: "devices")) {
            SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        }
        let renderer = PageRenderer(
            superApp: configuration.host.name, templates: try .shell(),
            files: try PublicFiles(theme: configuration.theme), notices: configuration.noticesPath)
        let preferences = try PreferenceStore(directory: directory.appending(path: "preferences"))
        let tickets = LaunchTickets()
        let entitlements = LaunchEntitlements { session, miniApp in
            guard let session = await sessions.session(session) else { return false }
            return await center.allows(try? await users.user(id: session.user), toOpen: miniApp)
        }
        let connections = EventConnections(
            maximum: (configuration.maximumConnections ?? DescriptorLimit.connections) / 2)
        let signIn = PasswordSignIn(
            users: users, throttle: SignInThrottle(), key: SymmetricKey(data: deviceKey), throttles: throttles)
        let ready = BridgeMethod.lifecycleReady {
            await Self.becameReady($0, sessions: sessions, users: users, cache: cache, center: center)
        }
        let issued = IssuedTokens()
        let codes = AuthorizationCodes()
        let backEndKeys = BackEndKeys(shell: directory)
        let backEnds = BackEndAuthentication(keys: backEndKeys, issuer: tokens.issuer)
        let miniAppTokens = MiniAppTokens(
            issuer: tokens, issued: issued, consents: consents, entitlements: entitlements, names: pairwiseNames,
            host: (configuration.superApp, configuration.host.version), logger: logger)
        let tokenProvider = WebTokenProvider(
            tokens: miniAppTokens, codes: codes, browsers: browsers, cache: cache, logger: logger)
        let noteUse: @Sendable (String, BridgeContext) async -> Void = { permission, context in
            guard let session = SHA256Hash(hex: context.session), let user = await sessions.session(session)?.user
            else { return }
            await consents.noteUse(of: permission, by: context.miniApp, of: user)
        }
        let bridge = BridgeRouter(
            methods: kept.methods(ready: ready, tokens: tokenProvider, sessions: sessions, usage: usage),
            limits: configuration.bridgeLimits, usage: usage, noteUse: noteUse)
        let addresses = configuration.addresses
        let headers = MiniAppHeaders(configuration: configuration)
        let timesForgotten: @Sendable (String, MiniAppID) async throws -> Int = {
            try await consents.timesForgotten($1, by: $0)
        }
        let workers = MiniAppWorkers(
            configuration: configuration, headers: headers, names: pairwiseNames, timesForgotten: timesForgotten)
        let made = try site(
            ShellServices(
                name: configuration.host.name, superApp: configuration.superApp, center: center, addresses: addresses,
                hub: HubPage(center: center, preferences: preferences, templates: renderer.templates),
                miniApp: MiniAppPage(
                    center: center, addresses: addresses, tickets: tickets, renderer: renderer,
                    info: HostInfo(bridge: bridge, configuration: configuration),
                    workers: workers,
                    windows: WindowNames(
                        storage: kept.storage, names: pairwiseNames, consents: consents,
                        context: providers.initialContext),
                    opened: { await sessions.session($0)?.launch(of: $1, .pages)?.fileList },
                    permissions: configuration.permissionsPath),
                details: DetailsPage(center: center, preferences: preferences, templates: renderer.templates),
                signIn: SignInPage(renderer: renderer),
                security: SecurityPages(sessions: sessions, templates: renderer.templates),
                consents: PermissionPages(consents: consents, center: center, templates: renderer.templates),
                notices: NoticePages(notices: kept.notices, center: center, templates: renderer.templates)))
        let pages = SitePages(made, renderer: renderer, users: users, usage: usage)
        reports = UsageReports(
            center: MiniAppCatalog(
                center: configuration.center, cache: cache, releases: releases, transport: transport
            ) { [configuration] in
                try await tokens.reportToken(
                    audience: configuration.centerAudience, superApp: configuration.superApp)
            }, interval: configuration.reportInterval)
        let caller = BridgeCaller(
            browsers: browsers, cache: cache, entitlements: entitlements, addresses: addresses)
        let registry = users as? any UserRegistry
        var routes: [any ShellRoutes] = [
            HealthRoute(connections: connections),
            InstallableApp(superApp: configuration.host.name, files: renderer.files),
            AppAssociation(site: made, configuration: configuration),
            OpenPage(site: made, addresses: configuration.linkAddresses),
            ActionRoute(site: made, browsers: browsers),
            EventsRoute(
                site: made, browsers: browsers, connections: connections, notices: kept.notices),
            CardRoute(browsers: browsers, center: center, tickets: tickets, addresses: addresses),
            SignInRoutes(pages: pages, browsers: browsers, signIn: signIn),
            NativeAppSignIn(
                configuration: configuration, browsers: browsers, signIn: signIn, tokens: tokens),
            SecurityRoutes(pages: pages, browsers: browsers, registry: registry, throttles: throttles),
            FrameReports(),
            HubActions(preferences: preferences),
            HubIcons(center: center, browsers: browsers),
            BridgeEndpoint(
                caller: caller, consents: consents, pairwiseNames: pairwiseNames, host: configuration.host,
                backEnds: configuration.backEnds,
                bridge: bridge),
            PermissionRoutes(
                caller: caller, consents: consents, usage: usage, issued: issued, kept: kept,
                pairwiseNames: pairwiseNames),
            NoticeRoutes(notices: kept.notices, center: center),
            ProviderRoutes(caller: caller, consents: consents, providers: kept.providers),
            LaunchEventsRoute(
                caller: caller, connections: connections, events: kept.events, room: providers.room),
            OAuthRoutes(
                configuration: configuration, browsers: browsers, entitlements: entitlements, center: center,
                tokens: miniAppTokens, codes: codes, backEnds: backEnds),
            TokenInspection(browsers: browsers, consents: consents, tokens: miniAppTokens, backEnds: backEnds),
            AppMiniApps(
                browsers: browsers, consents: consents, entitlements: entitlements, center: center,
                pairwiseNames: pairwiseNames, issued: issued, notices: kept.notices, host: configuration.host,
                bridge: BridgeRouter(
                    methods: kept.sharedMethods(tokens: tokenProvider), usage: usage, noteUse: noteUse)),
            BackEndRegistration(keys: backEndKeys),
            Discovery(issuer: tokens.issuer, keys: signingKeys),
        ]
        if let registry {
            routes.append(
                RegistrationRoutes(
                    pages: pages, browsers: browsers, signIn: signIn, throttles: throttles,
                    origin: addresses.shellOrigin, registry: registry))
        }
        miniApps = MiniAppResponder(
            configuration: configuration, browsers: browsers, tickets: tickets, center: center, cache: cache,
            entitlements: entitlements,
            timesForgotten: timesForgotten, pairwiseNames: pairwiseNames, preferences: preferences,
            workers: workers, headers: headers)
        self.configuration = configuration
        self.pages = pages
        self.renderer = renderer
        self.consents = consents
        self.sessions = sessions
        self.throttles = throttles
        self.routes = routes
        self.signingKeys = signingKeys
        self.site = made
        self.logger = logger
        self.onRunning = onRunning
        try await checkPaths()
    }

    /// Checks that none of the app's pages is hidden by a route of the shell.
    ///
    /// - Throws: ``ShellPathError``.
    private func checkPaths() async throws {
        let own = Set(
            router().routes.filter { $0.method == .get }.compactMap { route in
                route.path.components.first.map(\.description)
            })
        let hidden = await site.starts().intersection(own.subtracting(RegistrationRoutes.mailed))
        guard hidden.isEmpty else { throw ShellPathError(components: hidden.sorted()) }
    }

    /// Serves until the task is cancelled or the service group shuts down gracefully, which completes open requests.
    public func run() async throws {
        let onRunning = onRunning
        let configuration = configuration
        var limits = ServerLimits()
        limits.connections = configuration.maximumConnections
        let application = Application(
            responder: CompressingResponder(responder()), server: .bounded(limits, logger: logger),
            configuration: .init(
                address: .hostname(configuration.bindAddress, port: configuration.port), serverName: "atoll-shell"
            ),
            services: [
                SessionUpkeep(sessions: sessions), ConsentUpkeep(consents: consents), reports,
                SigningKeyUpkeep(keys: signingKeys, logger: logger),
            ],
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        try await application.run()
    }

    func responder() -> OriginResponder {
        OriginResponder(addresses: configuration.addresses, shell: router().buildResponder(), miniApps: miniApps)
    }

    private func router() -> Router<ShellContext> {
        let router = Router(context: ShellContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            SecurityHeaders(isSecure: configuration.addresses.scheme == "https")
            RequestLog(.debug)
            ClientMiddleware(proxies: proxies)
            SessionMiddleware(sessions: sessions)
            ErrorPages(renderer: renderer)
            SameOriginMiddleware(
                origin: configuration.addresses.shellOrigin, throttles: throttles,
                appPaths: [NativeAppSignIn.path, OAuthRoutes.path])
            SiteFallback(pages: pages)
        }
        renderer.files.add(to: router)
        StylesheetAddress.add(to: router, find: site.stylesheet)
        for each in routes { each.add(to: router) }
        return router
    }

    /// Records that a page of a mini app is ready, for the user of the session. Cards do not count: they do not prove
    /// that the pages start.
    private static func becameReady(
        _ context: BridgeContext, sessions: SessionStore, users: any UserDirectory, cache: MiniAppCache,
        center: CenterAccess
    ) async {
        guard !context.isCard, let files = context.fileList, let id = SHA256Hash(hex: context.session),
            let session = await sessions.session(id), let user = try? await users.user(id: session.user),
            let miniApp = try? await cache.installed(context.miniApp, fileList: files)
        else { return }
        await cache.becameReady(miniApp, for: center.runner(user))
    }
}
