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
    let stores: CenterStores
    let blobs: any BlobStore
    let pipeline: ReleasePipeline
    let repository: ReleaseRepository
    private let authenticator: CenterAuthenticator
    private let packs: PackStore
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
        try self.init(
            configuration, stores: .sqlite(configuration.directory.appending(path: "center.sqlite")), logger: logger,
            onRunning: onRunning)
    }

    /// Opens the Center's directory, with a database of its own.
    package init(
        _ configuration: CenterConfiguration, stores: CenterStores, logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) throws {
        proxies = TrustedProxies(
            try configuration.trustedProxies.map { text in
                guard let range = IPRange(text) else { throw CenterConfigurationError.badProxy(text) }
                return range
            })
        try DurableFile.makePrivateFolder(configuration.directory)
        let blobs = try BlobDirectory(configuration.directory.appending(path: "blobs"))
        packs = try PackStore(directory: configuration.directory.appending(path: "packs"), blobs: blobs)
        self.configuration = configuration
        self.stores = stores
        self.blobs = blobs
        self.logger = logger
        self.onRunning = onRunning
        apiKeys = APIKeys(
            stores.apiKeys, now: configuration.now, randomBytes: configuration.randomBytes)
        repository = ReleaseRepository(
            directory: configuration.repository,
            keys: try CenterKeys.current(in: configuration.keys, repository: configuration.repository),
            keyFolder: configuration.keys, logger: logger, now: configuration.now
        )
        pipeline = ReleasePipeline(
            store: stores.catalog, blobs: blobs, repository: repository, superApps: configuration.superApps,
            logger: logger,
            now: configuration.now)
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
            services: [
                TrustUpkeep(repository: repository, pipeline: pipeline, logger: logger),
                StoreFollower(follow: stores.follow),
            ],
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        do {
            try await pipeline.recover()
        } catch CenterError.noRepository {
            logger.warning(
                "There is no repository yet, so nothing can be published. Create one with: atoll trust init",
                metadata: ["folder": "\(configuration.directory.path)"])
        } catch {
            // Devices still see the previous state; an upload, or the next start, tries again.
            logger.error("An interrupted publication could not be completed.", metadata: ["error": "\(error)"])
        }
        do {
            try await application.run()
        } catch {
            try? await stores.close()
            throw error
        }
        try await stores.close()
    }

    var store: any CatalogStore { stores.catalog }

    /// Reserves the directory for this process.
    func lock() throws -> FolderLock {
        do {
            return try FolderLock(configuration.directory)
        } catch is FolderInUse {
            throw CenterConfigurationError.inUse(configuration.directory.path)
        }
    }

    /// Every route of the Center.
    var routes: [CenterRoute] {
        HealthRoutes(store: store, repository: repository, authenticator: authenticator).routes
            + CatalogRoutes(search: CatalogSearch(store: store, cache: stores.searches, now: configuration.now)).routes
            + DetailsRoutes(store: store).routes
            + SuperAppRoutes(store: store, repository: repository).routes
            + PublishingRoutes(
                store: store, pipeline: pipeline, repository: repository, now: configuration.now
            ).routes
            + TrustRoutes(repository: repository).routes
            + AccessRoutes(pipeline: pipeline).routes
            + BlobRoutes(blobs: blobs, packs: packs).routes
    }

    func router() -> Router<CenterContext> {
        let router = Router(context: CenterContext.self)
        router.addMiddleware {
            RequestLog(.info)
            ClientMiddleware(proxies: proxies)
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
