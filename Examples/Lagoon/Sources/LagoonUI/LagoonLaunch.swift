import AtollCatalog
import Foundation

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
