import AtollCatalog
import AtollPackages
import AtollRuntime
import AtollUI
import Foundation
import LagoonToday

/// What all scenes of Lagoon share: the catalog with its cache, mini apps' storage, and the accounts.
@MainActor
public final class LagoonServices {
    public let configuration: CatalogConfiguration
    public let catalog: MiniAppCatalog
    public let accounts: any LagoonAccounts
    /// The origins of the super app's web site, whose addresses the app opens.
    public let origins: Set<String>
    /// What Today is made with.
    public var today = TodayOptions()
    public let permissions = PermissionStore()
    private let directory: URL
    private let storage: FileStorage
    private let sessions: OpenSessions

    public var version: String { configuration.host.version }

    /// - Throws: ``AtollCatalog/CatalogError`` where the trust anchor or the cache can't be used.
    public init(
        _ configuration: CatalogConfiguration, directory: URL, accounts: any LagoonAccounts,
        transport: any CatalogTransport = URLSessionTransport(), origins: Set<String> = []
    ) throws {
        self.configuration = configuration
        self.directory = directory
        self.accounts = accounts
        self.origins = origins
        let (sessions, storage) = (OpenSessions(), FileStorage(directory: directory.appending(path: "storage")))
        self.sessions = sessions
        self.storage = storage
        catalog = try MiniAppCatalog(
            configuration, directory: directory, transport: transport,
            isOpen: { id, fileList in await sessions.isOpen(id, fileList) },
            removeStorage: { try await storage.removeAll(of: $0) }
        ) { try await accounts.token() }
        today.store = FileTodayStore(folder: directory.appending(path: "today"))
        today.memory = directory.appending(path: "today-memory")
    }

    /// A session for a mini app that is opened.
    func session(of id: MiniAppID, for user: LagoonUser) -> MiniAppSession {
        let name = BlobDigest(of: Data(user.id.utf8)).hex
        let openable = OpenableMiniApps(file: directory.appending(path: "openable/\(name).json"))
        let session = MiniAppSession(
            id, from: CatalogSource(catalog, openable: openable), storage: storage, permissions: permissions)
        sessions.note(session)
        return session
    }
}

/// The sessions that are on the screen: what they run is not removed under them.
@MainActor
final class OpenSessions {
    private struct Open { weak var session: MiniAppSession? }
    private var open: [Open] = []

    nonisolated init() {}

    func note(_ session: MiniAppSession) { open = open.filter { $0.session != nil } + [Open(session: session)] }

    func isOpen(_ id: MiniAppID, _ fileList: BlobDigest) -> Bool {
        open.contains { open in
            guard case .running(let loaded)? = open.session?.phase else { return false }
            return loaded.miniApp.manifest.id == id && loaded.miniApp.digest == fileList
        }
    }
}

/// Makes what the scenes of an app share, once; where that has failed, again.
@MainActor
public final class LagoonLaunch {
    private var services: LagoonServices?
    private let bundle: Bundle
    private let resources: Bundle

    /// - Parameter resources: The bundle with the trust anchor.
    public init(bundle: Bundle, resources: Bundle) {
        self.bundle = bundle
        self.resources = resources
    }

    /// A scene's model.
    ///
    /// - Throws: ``AtollCatalog/CatalogError`` with the key of the bundle that is missing or wrong.
    public func scene() throws -> LagoonModel {
        if services == nil { services = try make() }
        guard let services else { throw CatalogError.cacheInUse }
        return try LagoonModel(services)
    }

    private func make() throws -> LagoonServices {
        let information = bundle.infoDictionary ?? [:]
        let resources = resources
        let configuration = try CatalogConfiguration(information: information) { name in
            resources.url(forResource: name, withExtension: nil, subdirectory: "Trust")
                .flatMap { try? Data(contentsOf: $0) }
        }
        guard let site = (information["LagoonSite"] as? String).flatMap(URL.init(string:)) else {
            throw CatalogError.invalidRequest("LagoonSite has to be the address of Lagoon's web site")
        }
        let support = try FileManager.default.url(
            for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        return try LagoonServices(
            configuration, directory: support.appending(path: "lagoon"), accounts: LagoonWebAccounts(site: site),
            origins: [site.origin])
    }
}

extension URL {
    /// Scheme, host and port, as links are compared with them.
    fileprivate var origin: String { "\(scheme ?? "")://\(host() ?? "")" + (port.map { ":\($0)" } ?? "") }
}
