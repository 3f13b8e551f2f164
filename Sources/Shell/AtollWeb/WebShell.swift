import AtollCatalog
import AtollPackages
import AtollRuntime
import BoundedServer
import Foundation
import Hummingbird
import Logging
import RequestParsing
import ServiceLifecycle

/// Serves the super app as a web site.
///
/// The shell's pages have one origin, and each mini app has its own. Mini apps call the shell through the bridge. In
/// the sense of the catalog, this server is the device: it installs, verifies and serves mini apps, and stores their
/// data.
public struct WebShell: Service {
    private let configuration: ShellConfiguration
    private let core: ShellCore
    private let fronts: [ShellFront]
    private let logger: Logger
    private let onRunning: @Sendable (_ port: Int) async -> Void
    /// Nil where accounts do not lapse.
    let lapsed: LapsedUserUpkeep?

    /// Creates a shell. The directory and the keys in it are created if they do not exist.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - users: The directory of users. If it is a ``UserRegistry``, users can register and change their passwords.
    ///   - transport: Sends requests to the Center.
    ///   - providers: The methods that only the super app can implement for its mini apps.
    ///   - data: Further data that the super app stores about users. It is in the archives that they download, and is
    ///     removed with their accounts, before the shell's own data.
    ///   - logger: The logger.
    ///   - site: Creates the super app's pages with the services of the shell; by default a ``HubApp``.
    ///   - onRunning: Called with the port when the shell listens.
    /// - Throws: ``AddressError`` for an invalid proxy, ``ShellPathError`` if pages are hidden by the shell's own
    ///   routes, an error of `site`, or an error of the file system.
    public init(
        _ configuration: ShellConfiguration, users: any UserDirectory,
        transport: any CatalogTransport = HTTPCatalogTransport(), providers: ShellProviders = ShellProviders(),
        data: [any UserDataSource] = [], logger: Logger,
        site: (ShellServices) throws -> WebSite = { WebSite(try HubApp.app($0)) },
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) async throws {
        let proxies = try TrustedProxies(of: configuration)
        let core = try await ShellCore(
            configuration, users: users, transport: transport, providers: providers, logger: logger)
        var fronts: [ShellFront] = []
        let places = configuration.stage.addresses
        for addresses in places.isEmpty ? [configuration.addresses] : places {
            var configuration = configuration
            configuration.addresses = addresses
            fronts.append(
                try await ShellFront(
                    configuration, core: core, providers: providers, data: data, proxies: proxies, site: site))
        }
        let addresses = configuration.addresses
        if !addresses.miniAppsAreSites {
            logger.warning(
                """
                The mini apps' domain is not a public suffix, so browsers treat all mini apps as one site: each can store cookies that \
                others receive. See the Public Suffix List in docs/deploying.md.
                """,
                metadata: [
                    "domain": "\(addresses.miniAppHost)", "list": "\(addresses.suffixDate ?? "of unknown date")",
                ])
        }
        let registry = configuration.stage.isPreview ? nil : core.users as? any UserRegistry
        lapsed = registry.map {
            LapsedUserUpkeep(registry: $0, sources: data + [ShellData(core: core)], logger: logger)
        }
        self.configuration = configuration
        self.core = core
        self.fronts = fronts
        self.logger = logger
        self.onRunning = onRunning
    }

    /// Serves until the task is cancelled or the service group shuts down gracefully, which completes open requests.
    public func run() async throws {
        let onRunning = onRunning
        let configuration = configuration
        var limits = ServerLimits()
        limits.connections = configuration.maximumConnections
        let application = Application(
            responder: CompressingResponder(responder()), server: .bounded(limits, logger: logger),
            configuration: .init(
                address: .hostname(configuration.bindAddress, port: configuration.port), serverName: "atoll-shell"
            ),
            services: [
                SessionUpkeep(sessions: core.sessions), ConsentUpkeep(consents: core.consents),
                SigningKeyUpkeep(keys: core.signingKeys, logger: logger),
            ] + (configuration.stage.isPreview ? [] : [core.reports]) + (lapsed.map { [$0] } ?? []),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        try await application.run()
    }

    func responder() -> OriginResponder {
        OriginResponder(fronts: fronts.map(\.origins), stage: configuration.stage)
    }

    /// Installs an unsigned package, for the stage to show.
    ///
    /// - Parameter denied: The permissions that the operator denies.
    /// - Precondition: The stage shows unpublished mini apps.
    /// - Throws: ``CatalogError/storage(_:)``.
    package func install(_ package: MiniAppPackage, denying denied: Set<String>) async throws -> InstalledMiniApp {
        precondition(configuration.stage.isPreview, "A shell with a Center shows only signed packages.")
        return try await core.cache.develop(package, denying: denied)
    }

    /// Grants a permission in a user's name.
    ///
    /// - Precondition: The stage shows unpublished mini apps.
    package func grant(_ permission: String, to miniApp: MiniAppID, of user: String) async throws {
        precondition(configuration.stage.isPreview, "In a shell with a Center, users decide.")
        try await core.consents.grant(permission, of: miniApp, by: user)
    }
}
