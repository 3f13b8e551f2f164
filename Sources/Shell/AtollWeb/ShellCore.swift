import AtollCatalog
import AtollCredentials
import AtollPackages
import AtollRuntime
import BoundedServer
import Crypto
import DurableFiles
import Foundation
import Logging

/// The state of a shell, which all of its addresses share: sessions, keys, installed mini apps, and the users'
/// decisions.
struct ShellCore: Sendable {
    let users: any UserDirectory
    let sessions: SessionStore
    let browsers: BrowserSessions
    let pairwiseNames: PairwiseNames
    let kept: ShellBridge
    let signingKeys: SigningKeys
    let tokens: TokenIssuer
    let consents: ConsentStore
    /// A cache of what the bridge knows about launches; nil where mini apps change whenever a file is saved.
    let contexts: LaunchContexts?
    let usage: UsageLog
    let cache: MiniAppCache
    let center: CenterAccess
    let preferences: PreferenceStore
    let photos: PhotoStore
    let entitlements: LaunchEntitlements
    let connections: EventConnections
    let throttles: AccountThrottles
    let signIn: PasswordSignIn
    let issued: IssuedTokens
    let codes: AuthorizationCodes
    let backEndKeys: BackEndKeys
    let backEnds: BackEndAuthentication
    let miniAppTokens: MiniAppTokens
    let tokenProvider: WebTokenProvider
    let bridge: BridgeRouter
    /// Notes that a mini app has used a permission.
    let noteUse: @Sendable (_ permission: String, BridgeContext) async -> Void
    let reports: UsageReports

    /// Opens the stores in the directory of the configuration, and creates what is missing.
    ///
    /// - Throws: An error of the file system.
    init(
        _ configuration: ShellConfiguration, users: any UserDirectory, transport: any CatalogTransport,
        providers: ShellProviders, logger: Logger
    ) async throws {
        let directory = configuration.directory
        try DurableFile.makePrivateFolder(directory)
        let keys = directory.appending(path: "keys")
        try DurableFile.makeFolder(keys)
        let changes = ChangeCount()
        let sessions = try SessionStore(directory: directory.appending(path: "sessions"), changes: changes)
        let pairwiseNames = try PairwiseNames(keyFile: keys.appending(path: "pairwise"))
        let browsers = BrowserSessions(sessions: sessions, users: users, names: pairwiseNames)
        let kept = try ShellBridge(
            directory: directory, keys: keys, browsers: browsers, providers: providers, logger: logger)
        let signingKeys = try await SigningKeys(
            folder: keys.appending(path: "tokens"), former: keys.appending(path: "tokens.pem"))
        let tokens = TokenIssuer(
            issuer: configuration.addresses.shellOrigin, keys: signingKeys,
            accountAge: configuration.setAside.accountAge)
        let consents = try ConsentStore(directory: directory.appending(path: "consents"), changes: changes)
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
        let catalogs = UserCatalogs(
            configuration: configuration, tokens: tokens, cache: cache, releases: releases, transport: transport,
            pairwiseNames: pairwiseNames)
        let published = PublishedMiniApps(
            catalogs: catalogs, previews: OpenPreviews(),
            known: try KnownListings(directory: directory.appending(path: "listings")), logger: logger)
        let center = CenterAccess(
            catalogs: catalogs, provider: configuration.stage.provider(published), previews: published.previews,
            known: published.known)
        let throttles = AccountThrottles()
        let deviceKey = try KeyFile.load(keys.appending(path: "devices")) {
            SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        }
        let preferences = try PreferenceStore(directory: directory.appending(path: "preferences"))
        photos = try PhotoStore(directory: directory.appending(path: "photos"), changes: changes)
        let entitlements = LaunchEntitlements { session, miniApp, files in
            guard let session = await sessions.session(session) else { return false }
            return await center.allows(try? await users.user(id: session.user), toOpen: miniApp, version: files)
        }
        let connections = EventConnections(
            maximum: (configuration.maximumConnections ?? DescriptorLimit.connections) / 2)
        let signIn = PasswordSignIn(
            users: users, throttle: SignInThrottle(now: configuration.signInClock), key: SymmetricKey(data: deviceKey),
            throttles: throttles, endingCount: { await sessions.endingCount })
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
        reports = UsageReports(
            center: MiniAppCatalog(
                center: configuration.center, cache: cache, releases: releases, transport: transport
            ) { [configuration] in
                try await tokens.reportToken(
                    audience: configuration.centerAudience, superApp: configuration.superApp)
            }, interval: configuration.reportInterval)
        self.users = users
        self.sessions = sessions
        self.browsers = browsers
        self.pairwiseNames = pairwiseNames
        self.kept = kept
        self.signingKeys = signingKeys
        self.tokens = tokens
        self.consents = consents
        contexts = configuration.stage.isPreview ? nil : LaunchContexts(changes)
        self.usage = usage
        self.cache = cache
        self.center = center
        self.preferences = preferences
        self.entitlements = entitlements
        self.connections = connections
        self.throttles = throttles
        self.signIn = signIn
        self.issued = issued
        self.codes = codes
        self.backEndKeys = backEndKeys
        self.backEnds = backEnds
        self.miniAppTokens = miniAppTokens
        self.tokenProvider = tokenProvider
        self.bridge = bridge
        self.noteUse = noteUse
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
