import AtollCatalog
import AtollCenter
import AtollPages
import AtollWeb
import Foundation
import LagoonHub
import Logging
import ServiceLifecycle

/// The composition root of the sample super app: a Center and a web shell in one process, each on a port of its own.
///
/// They share nothing but HTTP; in production each is a process of its own.
public struct LagoonServer: Sendable {
    /// Where a running Lagoon is found.
    public struct Addresses: Sendable {
        public let superApp: String
        public let center: String
    }

    private let configuration: LagoonConfiguration
    private let logger: Logger
    private let lock: DirectoryLock

    /// Takes hold of the directory.
    ///
    /// - Throws: ``LagoonError/directoryInUse(_:)``.
    public init(_ configuration: LagoonConfiguration, logger: Logger) throws {
        var configuration = configuration
        if configuration.port == 0 { configuration.port = try FreePort.find() }
        if configuration.centerPort == 0 { configuration.centerPort = try FreePort.find() }
        try FileManager.default.createDirectory(at: configuration.directory, withIntermediateDirectories: true)
        lock = try DirectoryLock(configuration.directory)
        self.configuration = configuration
        self.logger = logger
    }

    /// Serves until the process is asked to stop.
    ///
    /// - Parameter onOpen: Called once both servers listen and the mini apps are published.
    /// - Throws: A ``LagoonError``, or what the Center or the shell throw.
    public func run(onOpen: @escaping @Sendable (Addresses) -> Void) async throws {
        // Before anything is started, so that all there is to read is the one line about the port.
        for (port, option) in [(configuration.port, "--port"), (configuration.centerPort, "--center-port")]
        where !FreePort.isFree(port) {
            throw LagoonError.portTaken(port, option: option)
        }
        let shellAddresses = ShellAddresses.local(port: configuration.port)
        // By number: somebody else on this machine could listen on the other address of `localhost`.
        let centerAddress = URL(string: "http://127.0.0.1:\(configuration.centerPort)")
        let keySet = URL(string: "http://127.0.0.1:\(configuration.port)/.well-known/jwks.json")
        guard let centerAddress, let keySet else { throw URLError(.badURL) }

        let centerRuns = Signal()
        let shellRuns = Signal()
        var centerConfiguration = CenterConfiguration(
            directory: configuration.directory.appending(path: "center"), signInKeys: .address(keySet),
            issuer: shellAddresses.shellOrigin
        )
        centerConfiguration.port = configuration.centerPort
        let trust = DemoTrust(
            keys: configuration.directory.appending(path: "keys"), repository: centerConfiguration.repository,
            centerKeys: centerConfiguration.keys
        )
        if !trust.isPrepared {
            logger.notice("Making the demo's keys, and signing 1,280 roles with them. This takes some seconds.")
        }
        let anchor = TrustAnchor(root: try trust.prepare())
        let center = try MiniAppCenter(centerConfiguration, logger: logger) { _ in centerRuns.send() }
        var shellConfiguration = ShellConfiguration(
            host: .init(name: "Lagoon", version: "0.1", platform: "web"), port: configuration.port,
            addresses: shellAddresses, center: centerAddress, superApp: DemoTrust.superApp, trustAnchor: anchor,
            directory: configuration.directory.appending(path: "shell")
        )
        shellConfiguration.linkSchemes = Set(Lagoon.schemes)
        let shell = try await WebShell(
            shellConfiguration,
            users: try AccountFile(
                configuration.directory.appending(path: "accounts.json"), seeding: DemoAccounts.all
            ),
            logger: logger, site: { try site(with: $0) }
        ) { _ in shellRuns.send() }

        let publishing = DemoPublishing(
            center: center, address: centerAddress, miniApps: configuration.miniApps, trust: trust,
            logger: logger
        )
        let opening = ClosureService {
            do {
                try await cancelWhenGracefulShutdown {
                    try await centerRuns.wait()
                    try await shellRuns.wait()
                    try await publishing.run()
                }
            } catch  where error is CancellationError || (error as? URLError)?.code == .cancelled {
                // Asked to stop before it was open: that is no failure.
                return
            }
            onOpen(Addresses(superApp: shellAddresses.shellOrigin, center: centerAddress.absoluteString))
            try await gracefulShutdown()
        }
        let group = ServiceGroup(
            configuration: .init(
                services: [
                    .init(service: PortGuard(center, port: configuration.centerPort, option: "--center-port")),
                    .init(service: PortGuard(shell, port: configuration.port, option: "--port")),
                    .init(service: opening),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
            )
        )
        try await group.run()
    }

    /// The pages: those of the composition root, or of tabs that are chosen now.
    private func site(with shell: ShellServices) throws -> WebSite {
        let now = configuration.now
        let features = try LagoonFeatures(
            superApp: shell.name, hubPages: shell.hubPages(hub: HubScreen.hub, miniApp: HubScreen.miniApp), now: now
        )
        guard let tabs = configuration.tabs else { return WebSite(try LagoonApp.app(features)) }
        let runtime = try RuntimeApp(features, tabs: try tabs.map { try features.tab(named: $0) })
        return WebSite { await runtime.app }
    }

    /// Reads the stores of Center and shell whole.
    ///
    /// - Returns: What is wrong, a sentence each.
    public func verify() async throws -> [String] {
        let directory = configuration.directory
        let center = try MiniAppCenter(
            CenterConfiguration(
                directory: directory.appending(path: "center"), signInKeys: SignInKeySource { Data() }, issuer: ""
            ),
            logger: logger
        )
        let cache = directory.appending(path: "shell/miniapps")
        return try await center.verify() + MiniAppCache.faults(in: cache)
    }
}
