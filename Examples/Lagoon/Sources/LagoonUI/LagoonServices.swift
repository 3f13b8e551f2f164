import AtollCatalog
import AtollPackages
import AtollRuntime
import AtollUI
import Foundation
import LagoonToday
import Observation

/// What all scenes of Lagoon share: who is signed in, the catalog with its cache, and mini apps' storage.
@MainActor
@Observable
public final class LagoonServices {
    /// Who is signed in, in every scene.
    public private(set) var user: LagoonUser?
    /// What the user has allowed mini apps; of nobody, where nobody is signed in.
    public private(set) var permissions = PermissionStore()

    public let configuration: CatalogConfiguration
    public let catalog: MiniAppCatalog
    public let accounts: any LagoonAccounts
    /// The origins of the super app's web site, whose addresses the app opens.
    public let origins: Set<String>
    /// What Today is made with.
    @ObservationIgnored public var today = TodayOptions()
    @ObservationIgnored private var kept: LagoonKept?
    private let directory: URL
    private let storage: FileStorage
    private let sessions: OpenSessions

    public var version: String { configuration.host.version }

    /// - Throws: ``AtollCatalog/CatalogError`` where the trust anchor or the cache can't be used.
    public init(
        _ configuration: CatalogConfiguration, directory: URL, accounts: any LagoonAccounts,
        transport: any CatalogTransport = HTTPCatalogTransport(), origins: Set<String> = []
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

    /// - Throws: What the accounts throw.
    public func signIn(name: String, password: String) async throws {
        let user = try await accounts.signIn(name: name, password: password)
        let folder = directory.appending(path: "users").appending(path: BlobDigest(of: Data(user.id.utf8)).hex)
        let kept = LagoonKept(folder: folder)
        self.kept = kept
        permissions = kept.permissions
        self.user = user
    }

    public func signOut() {
        user = nil
        kept = nil
        permissions = PermissionStore()
        Task { [accounts] in await accounts.signOut() }
    }

    /// A session for a mini app that is opened.
    func session(of id: MiniAppID) -> MiniAppSession {
        let source = CatalogSource(catalog, openable: kept?.openable ?? OpenableMiniApps())
        let session = MiniAppSession(id, from: source, storage: storage, permissions: permissions)
        sessions.note(session)
        return session
    }
}
