import AtollPackages
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

    let configuration: CenterConfiguration
    package let stores: CenterStores
    let pipeline: ReleasePipeline
    let repository: ReleaseRepository
    private let authenticator: CenterAuthenticator
    private let packs: PackStore
    private let metrics: CenterMetrics
    private let probe: ReadinessProbe
    private let uploads = UploadGate()
    private let proxies: TrustedProxies
    private let logger: Logger
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
        try self.init(
            configuration, stores: .sqlite(in: configuration.directory), logger: logger, onRunning: onRunning)
    }

    /// Opens a Center with its stores.
    ///
    /// - Throws: ``CenterConfigurationError/badProxy(_:)``, or ``CeremonyError/keysMissing(_:)`` for a process that signs
    ///   what others also sign: it never makes keys of its own.
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
        packs = PackStore(stores.packs, blobs: stores.blobs)
        self.configuration = configuration
        self.stores = stores
        self.logger = logger
        self.onRunning = onRunning
        apiKeys = APIKeys(
            stores.apiKeys, now: configuration.now, randomBytes: configuration.randomBytes)
        repository = ReleaseRepository(
            stores.place, keys: try Self.keys(configuration, isShared: stores.isShared),
            keyFolder: configuration.role.signs ? configuration.keys : nil, replacesKeys: !stores.isShared,
            logger: logger, now: configuration.now
        )
        probe = ReadinessProbe { [repository, role = configuration.role] in
            var checks = await stores.check()
            // If the repository can't be read at all, that is said already.
            if let isNamed = try? await repository.namesKeys(), !isNamed {
                let fault = "the repository does not name the keys of this process, so what it signs would be refused"
                checks.append(StorageCheck("keys", fault: fault, isNeeded: !role.serves))
            }
            return checks
        }
        pipeline = ReleasePipeline(
            store: stores.catalog, blobs: stores.blobs, repository: repository, superApps: configuration.superApps,
            signs: configuration.role.signs, metrics: metrics, logger: logger, now: configuration.now)
        let verifier = TokenVerifier(
            keys: configuration.signInKeys, issuer: configuration.issuer, audience: configuration.audience,
            logger: logger, now: configuration.now)
        authenticator = CenterAuthenticator(
            keys: apiKeys, verifier: verifier, superApps: configuration.superApps, now: configuration.now)
    }

    /// Serves until the task is cancelled or a graceful shutdown begins, which lets requests in progress finish.
    ///
    /// - Throws: ``CenterConfigurationError/inUse(_:)`` if another process uses the same directory.
    public func run() async throws {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let onRunning = onRunning
        var limits = ServerLimits()
        limits.connections = configuration.maximumConnections
        let application = Application(
            router: router(), server: .bounded(limits, logger: logger),
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
    }

    private var services: [any Service] {
        let upkeep = TrustUpkeep(repository: repository, pipeline: pipeline, logger: logger)
        return [StoreFollower(follow: stores.follow)] + (configuration.role.signs ? [upkeep] : [])
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

    /// Every route of the Center.
    var routes: [CenterRoute] {
        let health = HealthRoutes(store: store, repository: repository, authenticator: authenticator).routes
        let operation = OperationRoutes(
            probe: probe, metrics: metrics, authenticator: authenticator, measure: stores.measure
        ).routes
        guard configuration.role.serves else { return health + operation }
        return health + operation
            + CatalogRoutes(
                search: CatalogSearch(store: store, cache: stores.searches, metrics: metrics, now: configuration.now)
            ).routes
            + DetailsRoutes(store: store).routes
            + SuperAppRoutes(store: store, repository: repository, pipeline: pipeline).routes
            + PublishingRoutes(
                store: store, pipeline: pipeline, repository: repository, gate: uploads, metrics: metrics,
                now: configuration.now
            ).routes
            + TrustRoutes(repository: repository).routes
            + AccessRoutes(pipeline: pipeline).routes
            + BlobRoutes(blobs: blobs, packs: packs).routes
    }

    func router() -> Router<CenterContext> {
        let router = Router(context: CenterContext.self)
        router.addMiddleware {
            TraceMiddleware()
            RequestLog(.info)
            ClientMiddleware(proxies: proxies)
            MetricsMiddleware(metrics: metrics)
            ProblemMiddleware()
        }
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { [authenticator] request, context in
                try await route.respond(request, context, authenticator)
            }
        }
        return router
    }
}
