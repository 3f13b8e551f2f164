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
