import AtollCatalog
import AtollCenter
import AtollCenterSignIn
import AtollPages
import AtollWeb
import BoundedServer
import DurableFiles
import Foundation
import LagoonHub
import LagoonProfile
import LagoonScreens
import LagoonToday
import Logging
import ServiceLifecycle

/// The composition root of the sample super app: a Center and a web shell in one process, each on its own port.
///
/// They communicate over HTTP only; in production they run as separate processes.
public struct LagoonServer: Sendable {
    /// The URLs of a running Lagoon.
    public struct Addresses: Sendable {
        /// The origin of the super app.
        public let superApp: String
        /// The port on this machine at which it answers.
        public let port: Int
        /// The URL of the Mini App Center.
        public let center: String
        /// The URL of the back end of Kudos.
        public let backEnd: String
        /// The URL of the back end of Expenses.
        public let expenses: String
    }

    private let configuration: LagoonConfiguration
    private let backEndPorts: (kudos: Int, expenses: Int)
    private let logger: Logger
    private let lock: FolderLock

    /// Locks the directory, and chooses free ports where the configuration says 0.
    ///
    /// - Throws: ``LagoonError/directoryInUse(_:)``, or an error if the directory can't be created or no port is free.
    public init(_ configuration: LagoonConfiguration, logger: Logger) throws {
        var configuration = configuration
        let anyPort = configuration.port == 0
        var chosen: Set<Int> = []
        func orFree(_ port: Int) throws -> Int {
            // Center and shell need each other's port before either listens, so port 0 is not enough.
            guard let port = port == 0 ? LocalPort.free(except: chosen) : port else { throw POSIXError(.EADDRNOTAVAIL) }
            chosen.insert(port)
            return port
        }
        configuration.port = try orFree(configuration.port)
        configuration.centerPort = try orFree(configuration.centerPort)
        func port(_ configured: Int?, usual: Int) throws -> Int {
            try orFree(configured ?? (!anyPort && !chosen.contains(usual) && LocalPort.isFree(usual) ? usual : 0))
        }
        backEndPorts = try (
            port(configuration.backEndPort, usual: 8082), port(configuration.expensesPort, usual: 8083)
        )
        try DurableFile.makePrivateFolder(configuration.directory)
        do {
            lock = try FolderLock(configuration.directory)
        } catch is FolderInUse {
            throw LagoonError.directoryInUse(configuration.directory)
        }
        self.configuration = configuration
        self.logger = logger
    }

    /// Serves until the process receives SIGTERM or SIGINT.
    ///
    /// - Parameter onOpen: Called once both servers listen and the mini apps are published.
    /// - Throws: A ``LagoonError``, or an error of the Center or the shell.
    public func run(onOpen: @escaping @Sendable (Addresses) -> Void) async throws {
        // Checked before anything starts, so that the error about the port is the only output.
        var ports = [(configuration.port, "--port"), (backEndPorts.kudos, "--back-end-port")]
        ports.append((backEndPorts.expenses, "--expenses-port"))
        if configuration.center == nil { ports.append((configuration.centerPort, "--center-port")) }
        for (port, option) in ports where !LocalPort.isFree(port) {
            throw LagoonError.portTaken(port, option: option)
        }
        let shellAddresses =
            try configuration.domains.map {
                try ShellAddresses.https(
                    shell: $0.superApp, miniApps: $0.miniApps, suffixes: configuration.suffixes)
            }
            ?? .local(port: configuration.port)
        let demo: DemoCenter?
        let (centerAddress, anchor): (URL, TrustAnchor)
        if let center = configuration.center {
            demo = nil
            (centerAddress, anchor) = (center.address, TrustAnchor(root: center.root))
        } else {
            let own = try DemoCenter(configuration, superApp: shellAddresses.shellOrigin, logger: logger)
            demo = own
            (centerAddress, anchor) = (own.address, own.anchor)
        }
        let backEnds = try DemoBackEnds(
            ports: backEndPorts, superApp: shellAddresses, shellPort: configuration.port,
            directory: configuration.directory, logger: logger)
        let shellRuns = Signal()
        var shellConfiguration = ShellConfiguration(
            host: .init(name: "Lagoon", version: "0.1", platform: "web"), port: configuration.port,
            addresses: shellAddresses, center: centerAddress, superApp: DemoTrust.superApp, trustAnchor: anchor,
            directory: configuration.directory.appending(path: "shell")
        )
        shellConfiguration.permissionsPath = "/permissions"
        shellConfiguration.categoryName = HubCategories.name
        shellConfiguration.noticesPath = "/notices"
        shellConfiguration.backEnds = backEnds.origins
        if let calls = configuration.bridgeCalls {
            (shellConfiguration.bridgeLimits.callsPerSecond, shellConfiguration.bridgeLimits.burst) = (calls, calls)
        }
        shellConfiguration.linkSchemes = Set(Lagoon.schemes)
        shellConfiguration.loadPolicy = configuration.loadPolicy
        shellConfiguration.readyWithin = configuration.readyWithin
        shellConfiguration.reportInterval = configuration.reportInterval
        shellConfiguration.previews = configuration.previews
        shellConfiguration.trustedProxies = configuration.trustedProxies
        shellConfiguration.setAside = configuration.setAside
        let accounts = try AccountFile(
            configuration.directory.appending(path: "accounts.json"), seeding: DemoAccounts.all)
        let today = FileTodayStore(folder: todayFolder.appending(path: "states"))
        let wallet = try TestWallet(configuration.directory.appending(path: "wallet.json"))
        let shell = try await WebShell(
            shellConfiguration, users: accounts,
            providers: LagoonProviders.providers(accounts, wallet: wallet),
            data: [TodayData(store: today, seen: todayFolder.appending(path: "seen")), wallet], logger: logger,
            site: { try site(with: $0, today) }
        ) { _ in shellRuns.send() }

        let opening = ClosureService {
            do {
                try await cancelWhenGracefulShutdown {
                    try await shellRuns.wait()
                    try await demo?.fill(once: shellRuns)
                }
            } catch  where error is CancellationError || (error as? URLError)?.code == .cancelled {
                // Stopped before it was open, which is not an error.
                return
            }
            onOpen(
                Addresses(
                    superApp: shellAddresses.shellOrigin, port: configuration.port,
                    center: centerAddress.absoluteString,
                    backEnd: backEnds.addresses.kudos, expenses: backEnds.addresses.expenses))
            try await gracefulShutdown()
        }
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
            .init(service: PortGuard(backEnds.kudos, port: backEndPorts.kudos, option: "--back-end-port")),
            .init(service: PortGuard(backEnds.expenses, port: backEndPorts.expenses, option: "--expenses-port")),
            .init(service: PortGuard(shell, port: configuration.port, option: "--port")), .init(service: opening),
        ]
        if let demo {
            let guarded = PortGuard(demo.center, port: configuration.centerPort, option: "--center-port")
            services.insert(.init(service: guarded), at: 0)
        }
        var group = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        group.endInTime()
        try await ServiceGroup(configuration: group).run()
    }

    /// The site with the tabs of the composition root, or with those chosen in the configuration.
    private func site(with shell: ShellServices, _ today: FileTodayStore) throws -> WebSite {
        let features = try LagoonFeatures(
            superApp: shell.name, hubPages: shell.hubPages(miniApp: HubScreen.miniApp, details: HubScreen.details),
            hubSearches: shell.hubSearches(miniApp: HubScreen.miniApp),
            security: shell.securityPages(
                sessions: ProfileScreen.sessions, password: .password, permissions: .permissions, notices: .notices,
                data: .data),
            languages: shell.languages, appearance: shell.appearance, photo: shell.photo,
            today: todayOptions(with: shell, today)
        )
        guard let tabs = configuration.tabs else { return WebSite(try LagoonApp.app(features)) }
        let runtime = try RuntimeApp(features, tabs: try tabs.map { try features.tab(named: $0) })
        return WebSite { await runtime.app }
    }

    /// The folder in which Today stores its data about users.
    private var todayFolder: URL { configuration.directory.appending(path: "today") }

    private func todayOptions(with shell: ShellServices, _ today: FileTodayStore) -> TodayOptions {
        let cards = TodayMiniApp(shell: shell)
        var options = TodayOptions()
        options.store = today
        options.memory = todayFolder.appending(path: "seen")
        options.start = configuration.now
        options.miniApp = { await cards.card(for: $0) }
        let policy = TodayPolicy(shell: shell, logger: logger)
        options.policy = { await policy.current() }
        options.miniAppChanged = cards.changed
        options.isDemo = true
        options.report = { [logger] in logger.warning("\($0)") }
        return options
    }

    /// Reads everything that the Center and the shell have stored, and checks it.
    ///
    /// - Returns: A sentence for each error found; empty if there are no errors.
    /// - Throws: An error if a store can't be opened or read.
    public func verify() async throws -> [String] {
        let directory = configuration.directory
        let center = try MiniAppCenter(
            CenterConfiguration(
                directory: directory.appending(path: "center"), signInKeys: SignInKeySource { Data() }, issuer: "",
                superApps: []
            ),
            logger: logger
        )
        let cache = directory.appending(path: "shell/miniapps")
        return try await center.verify() + MiniAppCache.faults(in: cache)
    }
}
