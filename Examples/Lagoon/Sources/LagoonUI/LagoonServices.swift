import AtollCatalog
import AtollRuntime
import Foundation
import LagoonToday

/// What Lagoon is made with: where its data lie, and whom it talks to.
public struct LagoonServices: Sendable {
    public var configuration: CatalogConfiguration
    public var directory: URL
    public var transport: any CatalogTransport
    public var today: TodayOptions
    /// The origins of the super app's web site, whose addresses the app opens.
    public var origins: Set<String>
    public var version: String { configuration.host.version }

    public init(
        _ configuration: CatalogConfiguration, directory: URL,
        transport: any CatalogTransport = URLSessionTransport(), today: TodayOptions? = nil, origins: Set<String> = []
    ) {
        self.configuration = configuration
        self.directory = directory
        self.transport = transport
        self.origins = origins
        var options = TodayOptions()
        options.store = FileTodayStore(folder: directory.appending(path: "today"))
        options.memory = directory.appending(path: "today-memory")
        self.today = today ?? options
    }

    var storage: FileStorage { FileStorage(directory: directory.appending(path: "storage")) }

    func catalog(token: @escaping @Sendable () async throws -> String?) throws -> MiniAppCatalog {
        try MiniAppCatalog(configuration, directory: directory, transport: transport, token: token)
    }
}

extension LagoonModel {
    /// Lagoon as an app: what its bundle says, and accounts on its web site.
    ///
    /// - Parameter resources: The bundle with the trust anchor.
    /// - Throws: ``AtollCatalog/CatalogError`` with the key that is missing or wrong.
    public convenience init(bundle: Bundle, resources: Bundle) throws {
        let information = bundle.infoDictionary ?? [:]
        let configuration = try CatalogConfiguration(information: information) { name in
            resources.url(forResource: name, withExtension: nil, subdirectory: "Resources")
                .flatMap { try? Data(contentsOf: $0) }
        }
        guard let site = (information["LagoonSite"] as? String).flatMap(URL.init(string:)) else {
            throw CatalogError.invalidRequest("LagoonSite has to be the address of Lagoon's web site")
        }
        let support = try FileManager.default.url(
            for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        try self.init(
            LagoonServices(configuration, directory: support.appending(path: "lagoon"), origins: [site.origin]),
            accounts: LagoonWebAccounts(site: site))
    }
}

extension URL {
    /// Scheme, host and port, as links are compared with them.
    fileprivate var origin: String { "\(scheme ?? "")://\(host() ?? "")" + (port.map { ":\($0)" } ?? "") }
}
