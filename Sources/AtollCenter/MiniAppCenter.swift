import AtollPackages
import BoundedServer
import DurableFiles
import Foundation
import Hummingbird
import Logging
import NIOCore
import RequestParsing
import ServiceLifecycle

/// The Mini App Center: takes packages from publishers, and tells devices what there is for their users.
///
/// ```swift
/// let center = try MiniAppCenter(configuration, logger: logger)
/// try await center.run()  // until the task is cancelled or the process is asked to stop
/// ```
public struct MiniAppCenter: Service {
    /// The keys with which publishers upload.
    public let apiKeys: APIKeys

    let configuration: CenterConfiguration
    let store: any CatalogStore
    let blobs: any BlobStore
    let database: CenterDatabase
    let publisher: Publisher
    let repository: ReleaseRepository
    private let verifier: TokenVerifier
    private let searches = SearchCache()
    private let packs: PackStore
    private let proxies: TrustedProxies
    private let logger: Logger
    private let onRunning: @Sendable (_ port: Int) async -> Void

    /// Opens the Center's directory, makes it where it is missing, and brings the database to this version's form.
    ///
    /// - Parameter onRunning: Told the port once the Center listens.
    public init(
        _ configuration: CenterConfiguration, logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) throws {
        proxies = TrustedProxies(
            try configuration.trustedProxies.map { text in
                guard let range = IPRange(text) else { throw CenterConfigurationError.badProxy(text) }
                return range
            })
        // The database has what nobody else is to read.
        try DurableFile.makePrivateFolder(configuration.directory)
        let database = try CenterDatabase(file: configuration.directory.appending(path: "center.sqlite"))
        let store = try SQLiteCatalogStore(database) { [searches] in searches.note($0) }
        let blobs = try BlobDirectory(configuration.directory.appending(path: "blobs"))
        packs = try PackStore(directory: configuration.directory.appending(path: "packs"), blobs: blobs)
        self.configuration = configuration
        self.database = database
        self.store = store
        self.blobs = blobs
        self.logger = logger
        self.onRunning = onRunning
        apiKeys = APIKeys(database)
        repository = ReleaseRepository(
            directory: configuration.repository,
            keys: try CenterKeys.current(in: configuration.keys, repository: configuration.repository),
            keyFolder: configuration.keys, logger: logger, now: configuration.now
        )
        publisher = Publisher(
            store: store, blobs: blobs, repository: repository, superApps: configuration.superApps, logger: logger)
        verifier = TokenVerifier(
            keys: configuration.signInKeys, issuer: configuration.issuer, audience: configuration.audience,
            logger: logger
        )
    }

    /// Serves until the task is cancelled or the process is asked to stop; requests under way are answered first.
    ///
    /// - Throws: ``CenterConfigurationError/inUse(_:)`` where another process serves from the same directory.
    public func run() async throws {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let onRunning = onRunning
        var limits = ServerLimits()
        limits.connections = configuration.maximumConnections
        let application = Application(
            router: router(), server: .bounded(limits, logger: logger),
            configuration: .init(
                address: .hostname(configuration.host, port: configuration.port), serverName: "atoll-center"
            ),
            services: [TrustUpkeep(repository: repository, publisher: publisher, logger: logger)],
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        do {
            try await publisher.recover()
        } catch PublishingError.noRepository {
            logger.warning(
                "There is no repository yet, so nothing can be published. Begin one with: atoll trust init",
                metadata: ["folder": "\(configuration.directory.path)"])
        } catch {
            // Devices see what they saw before; an upload, or the next start, tries again.
            logger.error("What was left half published could not be finished.", metadata: ["error": "\(error)"])
        }
        try await application.run()
        try database.close()
    }

    /// Keeps the directory to this process.
    private func lock() throws -> FolderLock {
        do {
            return try FolderLock(configuration.directory)
        } catch is FolderInUse {
            throw CenterConfigurationError.inUse(configuration.directory.path)
        }
    }

    func router() -> Router<CenterContext> {
        let router = Router(context: CenterContext.self)
        router.addMiddleware {
            RequestLog(.info)
            ClientMiddleware(proxies: proxies)
            ProblemMiddleware()
        }
        HealthRoutes(database: database, repository: repository, keys: apiKeys).add(to: router)
        CatalogRoutes(store: store, cache: searches, verifier: verifier, now: configuration.now).add(to: router)
        DetailsRoutes(store: store, keys: apiKeys).add(to: router)
        SuperAppRoutes(
            store: store, keys: apiKeys, repository: repository, superApps: configuration.superApps
        ).add(to: router)
        PublishingRoutes(
            store: store, publisher: publisher, repository: repository, keys: apiKeys, now: configuration.now
        ).add(to: router)
        TrustRoutes(repository: repository).add(to: router)
        AccessRoutes(store: store, publisher: publisher, keys: apiKeys).add(to: router)
        BlobRoutes(blobs: blobs, packs: packs).add(to: router)
        return router
    }

    /// Removes the blobs that no version names: what uploads have left that were not finished. Nobody may upload meanwhile.
    ///
    /// - Returns: How many were removed.
    /// - Throws: ``CenterConfigurationError/inUse(_:)`` while a Center runs in another process: it would lose what is being uploaded. In the
    ///   process in which it runs, don't call this.
    /// - Complexity: Reads every file list.
    public func collectBlobs() async throws -> Int {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        var needed: Set<BlobDigest> = []
        for listing in try await store.allVersions() {
            needed.insert(listing.files.sha256)
            guard let encoded = try await blobs.read(listing.files.sha256) else { continue }
            needed.formUnion(try FileList(decoding: encoded).files.map(\.sha256))
        }
        let orphans = try await blobs.digests().filter { !needed.contains($0) }
        for digest in orphans { try await blobs.remove(digest) }
        return orphans.count
    }

    /// Reads everything and compares each blob with its digest.
    ///
    /// - Returns: What is wrong, a sentence each; empty where every version is whole.
    /// - Complexity: Reads every byte of the store.
    public func verify() async throws -> [String] {
        var faults: [String] = []
        for listing in try await store.allVersions() {
            let version = "\(listing.id) \(listing.version.code)"
            do {
                guard let encoded = try await blobs.read(listing.files.sha256) else {
                    faults.append("\(version): the file list is missing.")
                    continue
                }
                for file in try FileList(decoding: encoded).files {
                    let contents = try await blobs.read(file.sha256)
                    if contents?.count != file.length { faults.append("\(version): \(file.path) is missing.") }
                }
            } catch {
                faults.append("\(version): \(error)")
            }
        }
        return faults
    }
}

extension MiniAppCenter {
    /// Lets the next version of a mini app have any code up to `code`, however far above the last one.
    public func allowCode(_ code: Int, of id: MiniAppID) async throws { try await store.allowCode(code, of: id) }
}

/// What is wrong with a Center's configuration.
public enum CenterConfigurationError: Error, Hashable, CustomStringConvertible {
    /// A trusted proxy is not an address or a range of addresses.
    case badProxy(String)
    /// Another process serves from the directory.
    case inUse(String)
    /// The database, by its path, can't be opened: why.
    case database(String, String)

    public var description: String {
        switch self {
        case .inUse(let path): "A Center runs already with the folder \(path). Stop it first, or give another folder."
        case .database(let path, let reason): "The database \(path) can't be used: \(reason)."
        case .badProxy(let text):
            "\"\(text)\" is not an address or a range of addresses. Expected one such as 10.0.0.7 or 10.0.0.0/8."
        }
    }
}
