import AtollCatalog
import AtollPackages
import AtollRuntime
import BoundedServer
import Foundation
import Hummingbird
import Logging
import RequestParsing

/// A shell at its addresses: its pages, its routes, and the origins of its mini apps.
struct ShellFront: Sendable {
    private let configuration: ShellConfiguration
    private let pages: SitePages
    private let renderer: PageRenderer
    private let core: ShellCore
    private let miniApps: MiniAppResponder
    private let routes: [any ShellRoutes]
    private let site: WebSite
    private let proxies: TrustedProxies

    /// - Throws: ``ShellPathError`` if pages are hidden by the shell's own routes, or an error
    ///   of `site`.
    init(
        _ configuration: ShellConfiguration, core: ShellCore, providers: ShellProviders,
        data: [any UserDataSource], proxies: TrustedProxies,
        site: (ShellServices) throws -> WebSite
    ) async throws {
        self.proxies = proxies
        let renderer = PageRenderer(
            superApp: configuration.host.name, templates: try .shell(),
            files: try PublicFiles(
                theme: configuration.theme, pageScripts: configuration.stage.pageScripts),
            notices: configuration.noticesPath)
        let tickets = LaunchTickets()
        let addresses = configuration.addresses
        let headers = MiniAppHeaders(configuration: configuration)
        let timesForgotten: @Sendable (String, MiniAppID) async throws -> Int = {
            try await core.consents.timesForgotten($1, by: $0)
        }
        let returns = LaunchReturns()
        let workers = MiniAppWorkers(
            configuration: configuration, headers: headers, names: core.pairwiseNames, timesForgotten: timesForgotten)
        let made = try site(
            ShellServices(
                name: configuration.host.name, superApp: configuration.superApp, center: core.center,
                addresses: addresses,
                contents: ContentSearch(center: core.center),
                hub: HubPage(center: core.center, preferences: core.preferences, templates: renderer.templates),
                miniApp: MiniAppPage(
                    center: core.center, addresses: addresses, tickets: tickets, renderer: renderer,
                    info: HostInfo(bridge: core.bridge, configuration: configuration),
                    workers: workers,
                    windows: WindowNames(
                        storage: core.kept.storage, names: core.pairwiseNames, consents: core.consents,
                        context: providers.initialContext),
                    preferences: core.preferences,
                    sessions: core.sessions,
                    permissions: configuration.permissionsPath),
                details: DetailsPage(
                    center: core.center, preferences: core.preferences, consents: core.consents,
                    templates: renderer.templates, permissions: configuration.permissionsPath),
                signIn: SignInPage(renderer: renderer),
                security: SecurityPages(sessions: core.sessions, templates: renderer.templates),
                consents: PermissionPages(consents: core.consents, center: core.center, templates: renderer.templates),
                notices: NoticePages(notices: core.kept.notices, center: core.center, templates: renderer.templates),
                data: DataPage(templates: renderer.templates, mayDelete: core.users is any UserRegistry),
                photos: core.photos))
        let pages = SitePages(made, renderer: renderer, users: core.users, usage: core.usage)
        let caller = BridgeCaller(
            browsers: core.browsers, cache: core.cache, entitlements: core.entitlements, addresses: addresses)
        let registry = core.users as? any UserRegistry
        let forgetting = MiniAppForgetting(
            consents: core.consents, issued: core.issued, kept: core.kept, pairwiseNames: core.pairwiseNames)
        var routes: [any ShellRoutes] = [
            HealthRoute(connections: core.connections),
            AppAssociation(site: made, configuration: configuration),
            OpenPage(site: made, addresses: configuration.linkAddresses),
            ActionRoute(site: made, browsers: core.browsers),
            EventsRoute(
                site: made, browsers: core.browsers, connections: core.connections, notices: core.kept.notices),
            CardRoute(browsers: core.browsers, center: core.center, tickets: tickets, addresses: addresses),
            SignInRoutes(pages: pages, browsers: core.browsers, signIn: core.signIn),
            NativeAppSignIn(
                configuration: configuration, browsers: core.browsers, signIn: core.signIn, tokens: core.tokens),
            SecurityRoutes(pages: pages, browsers: core.browsers, registry: registry, throttles: core.throttles),
            UserDataRoutes(
                pages: pages, browsers: core.browsers, registry: registry, throttles: core.throttles,
                sources: data + [ShellData(core: core)]),
            FrameReports(),
            FrameCookies(sessions: core.sessions, returns: returns),
            HubActions(preferences: core.preferences),
            FeedbackActions(center: core.center, browsers: core.browsers),
            LanguageRoute(),
            AppearanceRoute(),
            PhotoRoutes(pages: pages, browsers: core.browsers, photos: core.photos, throttles: core.throttles),
            SearchRoute(site: made, browsers: core.browsers, renderer: renderer, throttles: core.throttles),
            HubIcons(center: core.center, browsers: core.browsers),
            PictureRoute(center: core.center, browsers: core.browsers),
            BridgeEndpoint(
                caller: caller, consents: core.consents, contexts: core.contexts, pairwiseNames: core.pairwiseNames,
                photos: core.photos, host: configuration.host, backEnds: configuration.backEnds, bridge: core.bridge,
                isPreview: configuration.stage.isPreview),
            PermissionRoutes(
                caller: caller, consents: core.consents, forgetting: forgetting, usage: core.usage,
                throttles: core.throttles),
            NoticeRoutes(notices: core.kept.notices, center: core.center),
            ProviderRoutes(caller: caller, consents: core.consents, providers: core.kept.providers),
            LaunchEventsRoute(
                caller: caller, connections: core.connections, events: core.kept.events, room: providers.room),
            OAuthRoutes(
                configuration: configuration, browsers: core.browsers, entitlements: core.entitlements,
                center: core.center,
                tokens: core.miniAppTokens, codes: core.codes, backEnds: core.backEnds),
            TokenInspection(
                browsers: core.browsers, consents: core.consents, tokens: core.miniAppTokens, backEnds: core.backEnds),
            AppMiniApps(
                browsers: core.browsers, consents: core.consents, entitlements: core.entitlements, center: core.center,
                pairwiseNames: core.pairwiseNames, issued: core.issued, notices: core.kept.notices,
                host: configuration.host,
                bridge: BridgeRouter(
                    methods: core.kept.sharedMethods(tokens: core.tokenProvider), usage: core.usage,
                    noteUse: core.noteUse)),
            BackEndRegistration(keys: core.backEndKeys),
            Discovery(issuer: core.tokens.issuer, keys: core.signingKeys),
        ]
        routes += configuration.stage.routes(
            at: addresses,
            StageServices(
                installable: InstallableApp(superApp: configuration.host.name, files: renderer.files),
                browsers: core.browsers, consents: core.consents))
        if configuration.previews {
            routes.append(
                PreviewRoutes(
                    browsers: core.browsers, center: core.center, throttles: core.throttles, forgetting: forgetting,
                    renderer: renderer))
        }
        if let registry {
            routes.append(
                RegistrationRoutes(
                    pages: pages, browsers: core.browsers, signIn: core.signIn, throttles: core.throttles,
                    origin: addresses.shellOrigin, registry: registry))
        }
        miniApps = MiniAppResponder(
            configuration: configuration, browsers: core.browsers, tickets: tickets, center: core.center,
            cache: core.cache,
            entitlements: core.entitlements,
            timesForgotten: timesForgotten, dropUndeclared: { try await core.consents.dropUndeclared(by: $0, of: $1) },
            pairwiseNames: core.pairwiseNames, preferences: core.preferences,
            workers: workers, headers: headers, returns: returns)
        self.configuration = configuration
        self.core = core
        self.pages = pages
        self.renderer = renderer
        self.routes = routes
        self.site = made
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

    /// The responders of the shell's own origin, and of those of its mini apps.
    var origins: OriginResponder.Front {
        .init(addresses: configuration.addresses, shell: router().buildResponder(), miniApps: miniApps)
    }

    private func router() -> Router<ShellContext> {
        let router = Router(context: ShellContext.self, options: .autoGenerateHeadEndpoints)
        router.addMiddleware {
            SecurityHeaders(
                isSecure: configuration.addresses.scheme == "https", ancestor: configuration.stage.frameAncestors.first)
            RequestLog(.debug)
            ClientMiddleware(proxies: proxies)
            SessionMiddleware(sessions: core.sessions)
            TurnMiddleware()
            LanguageMiddleware()
            AppearanceMiddleware()
            ErrorPages(renderer: renderer)
            SameOriginMiddleware(
                origin: configuration.addresses.shellOrigin, throttles: core.throttles,
                appPaths: [NativeAppSignIn.path, OAuthRoutes.path])
            SiteFallback(pages: pages)
        }
        renderer.files.add(to: router)
        StylesheetAddress.add(to: router, find: site.stylesheet)
        for each in routes { each.add(to: router) }
        return router
    }
}

extension TrustedProxies {
    /// Reads the proxies of a configuration.
    ///
    /// - Throws: ``AddressError/badProxy(_:)``.
    init(of configuration: ShellConfiguration) throws(AddressError) {
        var ranges: [IPRange] = []
        for text in configuration.trustedProxies {
            guard let range = IPRange(text) else { throw .badProxy(text) }
            ranges.append(range)
        }
        self.init(ranges)
    }
}
