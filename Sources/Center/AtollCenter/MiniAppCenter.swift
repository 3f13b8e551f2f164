import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import AtollCenterSignIn
import AtollTrust
import BoundedServer
import DurableFiles
import Foundation
import Hummingbird
import Logging
import NIOCore
import RequestParsing
import ServiceLifecycle

/// The Mini App Center: accepts packages from publishers, and offers devices the mini apps that their users may open.
///
/// ```swift
/// let center = try MiniAppCenter(configuration, logger: logger)
/// try await center.run()  // until the task is cancelled or a graceful shutdown begins
/// ```
public struct MiniAppCenter: Service {
    /// The API keys that the Center accepts.
    public let apiKeys: APIKeys
    /// People, organizations and what they do.
    package let people: PeopleService

    let configuration: CenterConfiguration
    package let stores: CenterStores
    let pipeline: ReleasePipeline
    let repository: ReleaseRepository
    /// Signs people in with the provider of the configuration, if it has one.
    package let providerSignIn: ProviderSignIn?
    /// Further routes, which are for anyone: the pages that people see.
    package var pages: [CenterRoute] = []
    /// The page that a browser gets for a path that does not exist; nil without pages for people.
    package var pageNotFound: (@Sendable (Request, CenterContext) async throws -> Response)?
    /// The checks of packages.
    let checks: PackageChecks
    private let ciTokens: CITokens
    private let authenticator: CenterAuthenticator
    private let packs: PackStore
    private let metrics: CenterMetrics
    private let probe: ReadinessProbe
    private let uploads = UploadGate()
    private let spool: UploadSpool
    private let proxies: TrustedProxies
    let logger: Logger
    private let onRunning: @Sendable (_ port: Int) async -> Void

    /// Opens the Center's directory, creates it if it is missing, and migrates the database.
    ///
    /// - Parameters:
    ///   - configuration: The Center's settings.
    ///   - logger: Receives the Center's log.
    ///   - onRunning: Called with the port once the Center listens.
    /// - Throws: ``CenterConfigurationError``, ``CeremonyError/keysMissing(_:)``, or an error of the file system.
    public init(
        _ configuration: CenterConfiguration, logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) throws {
        // Other users of this machine must not read the database.
        try DurableFile.makePrivateFolder(configuration.directory)
        let note = configuration.directory.appending(path: CenterConfiguration.movedNote)
        guard !FileManager.default.fileExists(atPath: note.path) else {
            throw CenterConfigurationError.moved(configuration.directory.path)
        }
        try CenterBackup.requireWholeCenter(in: configuration.directory)
        try self.init(
            configuration, stores: .sqlite(in: configuration.directory), logger: logger, onRunning: onRunning)
    }

    /// Opens a Center with its stores.
    ///
    /// - Throws: ``CenterConfigurationError/badProxy(_:)``, or ``CeremonyError/keysMissing(_:)`` for a process that
    ///   signs for a shared repository: it never makes its own keys.
    package init(
        _ configuration: CenterConfiguration, stores: CenterStores, logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) throws {
        proxies = TrustedProxies(
            try configuration.trustedProxies.map { text in
                guard let range = IPRange(text) else { throw CenterConfigurationError.badProxy(text) }
                return range
            })
        metrics = CenterMetrics()
        spool = UploadSpool(configuration.directory.appending(path: "uploads"))
        self.configuration = configuration
        self.stores = stores
        self.logger = logger
        self.onRunning = onRunning
        apiKeys = APIKeys(
            stores.apiKeys, now: configuration.now, randomBytes: configuration.randomBytes)
        people = PeopleService(
            PeopleStore(stores.work, now: configuration.now), randomBytes: configuration.randomBytes)
        packs = PackStore(stores.packs, blobs: stores.blobs) { [store = people.store] id, code, fileList in
            try await store.read { try $0.version(code, of: id)?.listing.files.sha256 == fileList }
        }
        repository = ReleaseRepository(
            stores.place, keys: try Self.keys(configuration, isShared: stores.isShared),
            keyFolder: configuration.role.signs ? configuration.keys : nil, replacesKeys: !stores.isShared,
            logger: logger, now: configuration.now
        )
        let superApps = SuperAppDirectory(named: configuration.superApps, store: people.store)
        checks = PackageChecks(store: people.store, files: VersionFiles(blobs: stores.blobs), logger: logger)
        let pipeline = ReleasePipeline(
            store: stores.catalog, blobs: stores.blobs, checks: checks, repository: repository, superApps: superApps,
            signs: configuration.role.signs, metrics: metrics, logger: logger, now: configuration.now)
        self.pipeline = pipeline
        probe = ReadinessProbe { [repository, role = configuration.role] in
            var checks = await stores.check()
            if role.signs { checks.append(await pipeline.check()) }
            // A missing or unreachable database is already reported.
            guard checks.allSatisfy(\.isUsable) else { return checks }
            do {
                if try await !repository.namesKeys() {
                    let fault =
                        "the repository does not name the keys of this process, so what it signs would be refused"
                    checks.append(StorageCheck("keys", fault: fault, isNeeded: !role.serves))
                }
            } catch CenterError.noRepository {
                checks.append(StorageCheck("repository", fault: "it does not exist yet"))
            } catch {
                checks.append(StorageCheck("repository", fault: "\(error)"))
            }
            return checks
        }
        let verifier = { @Sendable (keys: SignInKeySource, issuer: String) in
            TokenVerifier(
                keys: keys, issuer: issuer, audience: configuration.audience, logger: logger, now: configuration.now)
        }
        let tokens = UserTokens(
            common: verifier(configuration.signInKeys, configuration.issuer), issuer: configuration.issuer,
            own: OwnIssuers(people.store) { verifier(.address($0.keySet), $0.issuer) })
        let openID = { @Sendable (issuer: String) in OpenIDProvider(issuer, logger: logger) }
        ciTokens = CITokens(
            people, issuers: configuration.ciIssuers,
            audience: configuration.publicAddress.map { _ in configuration.address },
            makeProvider: openID)
        providerSignIn = configuration.signInProvider.map { [people] in
            ProviderSignIn($0, people, openID: openID($0.issuer), center: configuration.address, logger: logger)
        }
        authenticator = CenterAuthenticator(
            keys: apiKeys, people: people, tokens: tokens, superApps: superApps, now: configuration.now)
    }

    /// Serves until the task is cancelled or a graceful shutdown begins, which lets requests in progress finish.
    ///
    /// - Throws: ``CenterConfigurationError/inUse(_:)`` if another process uses the same directory.
    public func run() async throws {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        logger.notice(
            "The Center starts.",
            metadata: [
                "role": "\(configuration.role.rawValue)", "storage": "\(stores.isShared ? "shared" : "folder")",
                "superApps": "\(configuration.superApps.sorted().joined(separator: " "))",
            ])
        if stores.isShared, configuration.role.serves, configuration.sendmail == nil {
            logger.notice(
                "Mail is put into a folder of this process, from which another program must send it.",
                metadata: ["outbox": "\(configuration.outbox.path)"])
        }
        let onRunning = onRunning
        var limits = ServerLimits()
        limits.connections = configuration.maximumConnections
        let application = Application(
            responder: CompressingResponder(router().buildResponder()), server: .bounded(limits, logger: logger),
            configuration: .init(
                address: .hostname(configuration.bindAddress, port: configuration.port), serverName: "atoll-center"
            ),
            services: services,
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        await recover()
        do {
            try await application.run()
        } catch {
            try? await stores.close()
            throw error
        }
        try await stores.close()
        logger.notice("The Center has stopped.")
    }

    private var services: [any Service] {
        let intervals = configuration.intervals
        let upkeep = TrustUpkeep(
            repository: repository, pipeline: pipeline, publisherKeys: publisherKeys, logger: logger,
            dueInterval: intervals.announcements)
        let work = PeopleUpkeep(store: people.store, logger: logger)
        let hooks = WebhookService(
            store: people.store, mayBePrivate: configuration.allowsPrivateWebhooks,
            body: { try JSONEncoder.center.encode(AuditEntryView($0)) }, logger: logger, interval: intervals.webhooks)
        let notices = NoticeService(
            store: people.store, mail: mail, address: address, logger: logger, interval: intervals.notices)
        let scheduler = ReleaseScheduler(
            store: people.store, pipeline: pipeline, logger: logger, interval: intervals.schedule)
        return [StoreFollower(follow: stores.follow)] + (configuration.role.signs ? [upkeep, scheduler] : [])
            + (configuration.role.serves ? [work, hooks, notices] : []) + renderings
    }

    private var renderings: [any Service] {
        guard configuration.role.serves, let renderer = configuration.renderer else { return [] }
        return [RenderingService(store: people.store, files: checks.files, renderer: renderer, logger: logger)]
    }

    /// Announces what earlier processes have left. A folder may also have been restored from a copy, apart from its
    /// repository: a database and a bucket that others use at this moment are not compared.
    private func recover() async {
        guard configuration.role.signs else { return }
        do {
            if stores.isShared { try await pipeline.release() } else { try await pipeline.recover() }
        } catch CenterError.noRepository {
            logger.warning(
                "There is no repository yet, so nothing can be published. Create one with: atoll trust init",
                metadata: ["folder": "\(configuration.directory.path)"])
        } catch {
            // Devices still see the previous state; this process, or another, tries again.
            logger.error("An interrupted publication could not be completed.", metadata: ["error": "\(error)"])
        }
    }

    var store: any CatalogStore { stores.catalog }

    var blobs: any BlobStore { stores.blobs }

    private static func keys(_ configuration: CenterConfiguration, isShared: Bool) throws -> CenterKeys? {
        guard configuration.role.signs else { return nil }
        guard isShared else {
            return try CenterKeys.current(in: configuration.keys, repository: configuration.repository)
        }
        guard let keys = try? CenterKeys(opening: configuration.keys) else {
            throw CeremonyError.keysMissing(configuration.keys.path)
        }
        return keys
    }

    /// Reserves the directory for this process; nil if the stores are shared.
    func lock() throws -> FolderLock? {
        guard !stores.isShared else { return nil }
        do {
            return try FolderLock(configuration.directory)
        } catch is FolderInUse {
            throw CenterConfigurationError.inUse(configuration.directory.path)
        }
    }

    /// Every route of the Center except ``workRoutes``.
    var routes: [CenterRoute] {
        let health = HealthRoutes(store: store, repository: repository, authenticator: authenticator).routes
        let operation = OperationRoutes(
            probe: probe, metrics: metrics, authenticator: authenticator, measure: stores.measure
        ).routes
        guard configuration.role.serves else { return health + operation }
        return health + operation + interface + pages
            + [DocumentRoute(routes: documentedRoutes).route]
    }

    /// Every route of the interface, as the OpenAPI document has it.
    var documentedRoutes: [DocumentedRoute] { workRoutes.map(\.documented) + interface.compactMap(\.documented) }

    /// The routes of the interface whose responses are not JSON.
    private var interface: [CenterRoute] {
        CatalogRoutes(
            search: CatalogSearch(store: store, cache: stores.searches, metrics: metrics, now: configuration.now)
        ).routes
            + DetailsRoutes(store: store, people: people.store, now: configuration.now).routes
            + SuperAppSettingsRoutes(
                store: store, repository: repository, pipeline: pipeline, now: configuration.now
            ).routes
            + FeaturedRoutes(store: store, now: configuration.now).routes
            + PublishingRoutes(
                store: store, people: people.store, pipeline: pipeline, repository: repository, spool: spool,
                gate: uploads,
                metrics: metrics, now: configuration.now
            ).routes
            + ReportRoutes(store: people.store).routes
            + PresentationRoutes(store: people.store, search: store).routes
            + FeedbackRoutes(people: people, search: store).routes
            + TrustRoutes(repository: repository).routes
            + AccessRoutes(pipeline: pipeline, now: configuration.now).routes
            + BlobRoutes(blobs: blobs, packs: packs).routes
    }

    /// Every route for people and API keys that the OpenAPI document has.
    var workRoutes: [APIRoute] {
        let mail = mail
        let changes = VersionChanges(store: people.store, pipeline: pipeline)
        return PeopleRoutes(people: people).routes
            + OrganizationRoutes(people: people, mail: mail, address: address).routes
            + AccountRoutes(people: people, mail: mail, address: address).routes
            + KeyRoutes(people: people, keys: apiKeys).routes
            + DeviceCodeRoutes(people: people, address: address).routes
            + TrustedPublisherRoutes(people: people, tokens: ciTokens).routes
            + SuperAppRoutes(store: people.store, commonIssuer: configuration.issuer).routes
            + HostVersionRoutes(store: people.store).routes
            + GrantRoutes(store: people.store).routes
            + MiniAppRoutes(store: people.store).routes
            + PublisherKeyRoutes(keys: publisherKeys).routes
            + VersionRoutes(store: people.store, changes: changes).routes
            + ReviewRoutes(store: people.store, changes: changes).routes
            + CheckRoutes(store: people.store, checks: checks).routes
            + CommentRoutes(people: people).routes
            + FileRoutes(store: people.store, files: checks.files).routes
            + PreviewRoutes(people: people, commonIssuer: configuration.issuer).routes
            + PictureRoutes(
                store: people.store, files: checks.files, hasRenderer: configuration.renderer != nil
            ).routes
            + ReleaseRoutes(store: people.store, changes: changes).routes
            + UsageRoutes(store: people.store).routes
            + ProblemReportRoutes(people: people).routes
            + WebhookRoutes(
                people: people, mayBePrivate: configuration.allowsPrivateWebhooks,
                randomBytes: configuration.randomBytes
            ).routes
            + NoticeRoutes(store: people.store).routes
            + AuditRoutes(store: people.store).routes
    }

    /// The sender of mail.
    private var mail: any NoticeSender {
        let format = MailMessage(from: configuration.mailSender, now: configuration.now)
        if let program = configuration.sendmail { return Sendmail(program, format: format) }
        return Maildir(configuration.outbox, format: format)
    }

    private var publisherKeys: PublisherKeys { PublisherKeys(people: people, repository: repository) }

    /// The address by which people reach the Center.
    package var address: String { configuration.address }

    /// The interface alone, for pages of this process: the same routes with the same rules, called without a
    /// connection.
    package func interfaceResponder() -> any HTTPResponder<CenterContext> {
        let router = Router(context: CenterContext.self)
        router.addMiddleware { ProblemMiddleware() }
        add(workRoutes, to: router)
        add(interface, to: router)
        return router.buildResponder()
    }

    func router() -> Router<CenterContext> {
        let router = Router(context: CenterContext.self)
        router.addMiddleware {
            TraceMiddleware()
            RequestLog(.info, quiet: ["/live", "/ready", "/metrics"])
            ClientMiddleware(proxies: proxies)
            TurnMiddleware()
            MetricsMiddleware(metrics: metrics)
            ProblemMiddleware(pageNotFound: pageNotFound)
        }
        let documented = configuration.role.serves ? workRoutes : []
        let known = routes.map { ($0.method, $0.path) } + documented.map { ($0.method, $0.path) }
        add(documented, to: router)
        for other in MethodNotAllowed.routes(besides: known) {
            router.on(RouterPath(other.path), method: other.method) { _, _ -> Response in throw other.problem }
        }
        add(routes, to: router)
        return router
    }

    private func add(_ routes: [APIRoute], to router: Router<CenterContext>) {
        let authenticated = APIAuthenticator(finder: CallerFinder(people: people, keys: apiKeys))
        let answers = IdempotentAnswers(store: people.store)
        let sender = ForbiddenCaller(store: people.store)
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { request, context in
                let sent = try await authenticated.authenticated(request, context, for: route.access)
                return try await sender.addingSender(sent.caller) { try await answers.answer(sent, of: route) }
            }
        }
    }

    private func add(_ routes: [CenterRoute], to router: Router<CenterContext>) {
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { [authenticator] request, context in
                try await route.respond(request, context, authenticator)
            }
        }
    }
}
