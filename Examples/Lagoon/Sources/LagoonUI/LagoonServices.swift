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
