import AtollCatalog
import AtollPackages
import AtollRuntime
import AtollUI
import Foundation
import LagoonToday
import Observation

/// The services that all scenes of Lagoon share: the signed-in user, the catalog with its cache, and the storage of
/// mini apps.
@MainActor
@Observable
public final class LagoonServices {
    /// The user who is signed in, in all scenes.
    public private(set) var user: LagoonUser?
    /// The permissions that the user has given to mini apps; empty if no user is signed in.
    public private(set) var permissions = PermissionStore()

    /// The configuration of the catalog.
    public let configuration: CatalogConfiguration
    /// The mini apps that the user may open.
    public let catalog: MiniAppCatalog
    /// The accounts on the super app's server.
    public let accounts: any LagoonAccounts
    /// The origins of the super app's web site, whose URLs the app opens.
    public let origins: Set<String>
    /// The options of Today.
    @ObservationIgnored public var today = TodayOptions()
    @ObservationIgnored private var kept: LagoonKept?
    /// The server with which the app shares data with the web site; nil while no user is signed in.
    @ObservationIgnored private var server: SuperAppServer?
    private let directory: URL
    private let storage: FileStorage
    /// The data that web pages of mini apps have stored on this device.
    let webData: MiniAppWebData
    private let sessions: OpenSessions

    /// The version of the super app.
    public var version: String { configuration.host.version }

    /// - Parameters:
    ///   - configuration: The configuration of the catalog.
    ///   - directory: The directory for all data.
    ///   - accounts: The accounts on the super app's server.
    ///   - transport: Sends the catalog's requests.
    ///   - origins: The origins of the super app's web site.
    /// - Throws: ``AtollCatalog/CatalogError`` if the trust anchor or the cache can't be used.
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
        let webData = MiniAppWebData(file: directory.appending(path: "web-data.json"))
        self.webData = webData
        catalog = try MiniAppCatalog(
            configuration, directory: directory, transport: transport,
            isOpen: { id, fileList in await sessions.isOpen(id, fileList) },
            removeStorage: { id in
                await webData.remove(of: id).value
                try await storage.removeAll(of: id)
            }
        ) { try await accounts.token() }
        today.store = FileTodayStore(folder: directory.appending(path: "today"))
        today.memory = directory.appending(path: "today-memory")
        if let user = accounts.keptUser { adopt(user) }
        Task { await webData.sweep() }
        let endings = accounts.endings
        Task { [weak self] in
            for await _ in endings {
                // Another user may have signed in since.
                if await accounts.sessionSecret() == nil { self?.signOut() }
            }
        }
    }

    /// Signs a user in, in all scenes.
    ///
    /// - Throws: An error of the accounts.
    public func signIn(name: String, password: String) async throws {
        adopt(try await accounts.signIn(name: name, password: password))
    }

    /// Creates everything that belongs to a user.
    private func adopt(_ user: LagoonUser) {
        let folder = directory.appending(path: "users").appending(path: SHA256Hash(of: Data(user.id.utf8)).hex)
        let kept = LagoonKept(folder: folder)
        self.kept = kept
        permissions = kept.permissions
        let secret = SessionOfOne(accounts)
        server = accounts.sharingSite.map { site in
            SuperAppServer(site, memory: kept.shared) { await secret.secret() }
        }
        // Changes in the profile are sent to the server, too.
        permissions.changed = { [server] before, after in
            guard let server else { return }
            for id in Set(before.miniApps + after.miniApps) {
                let changed = Dictionary(after.decisions(for: id).map { ($0.permission, $0.decision) }) { first, _ in
                    first
                }
                .filter { before.decision(on: $0.key, for: id) != $0.value }
                if !changed.isEmpty {
                    Task { await server.share(changed, refusals: after.refusals(of: id), of: id) }
                }
            }
        }
        self.user = user
    }

    /// Signs the user out, in all scenes.
    public func signOut() {
        user = nil
        kept = nil
        server = nil
        permissions = PermissionStore()
        // Immediately, because the next user may sign in before the server responds.
        webData.removeAll()
        Task { [accounts] in await accounts.signOut() }
    }

    /// A link to a mini app, to share with others: it leads to Lagoon's web site, or to the app if it is installed.
    func link(to id: MiniAppID) -> URL? { accounts.sharingSite?.appending(path: "miniapp/\(id)") }

    /// Makes a session for a mini app that is opened.
    ///
    /// - Parameters:
    ///   - name: The mini app's name, which its dialogs show.
    ///   - openings: How mini apps of the scene open each other; nil if they don't.
    func session(
        of id: MiniAppID, named name: String, _ openings: MiniAppOpenings? = nil
    ) -> MiniAppSession {
        let source = CatalogSource(catalog, remembering: kept?.openable ?? OpenableMiniApps())
        var providers = DeviceProviders()
        providers.running = user.map { (id, $0.id) }
        providers.files = server.map { ServerFiles($0) }
        if let openings { providers.openMiniApp = { openings.open($0) } }
        let session = MiniAppSession(
            id, from: source, storage: server.map { SharedStorage(storage, with: $0) } ?? storage,
            methods: server.map { BridgeMethod.tokenMethods(ServerTokens($0)) + BridgeMethod.onServer($0) } ?? [],
            permissions: permissions,
            sharing: server, device: ScreenDevice(of: name, providers: providers), usage: catalog.cache.usage)
        sessions.note(session)
        openings?.begin(session)
        return session
    }
}
