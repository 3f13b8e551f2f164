import AtollCatalog
import Foundation

/// Creates the services that the scenes of an app share, once. If that fails, the next scene tries again.
@MainActor
public final class LagoonLaunch {
    private var services: LagoonServices?
    private let bundle: Bundle
    private let resources: Bundle

    /// - Parameters:
    ///   - bundle: The bundle whose Info.plist has the configuration.
    ///   - resources: The bundle with the trust anchor, in its folder `Trust`.
    public init(bundle: Bundle, resources: Bundle) {
        self.bundle = bundle
        self.resources = resources
    }

    /// Makes the model of a scene.
    ///
    /// - Throws: ``AtollCatalog/CatalogError`` with the key of the Info.plist that is missing or not valid.
    public func scene() throws -> LagoonModel {
        if let services { return LagoonModel(services) }
        let made = try make()
        services = made
        return LagoonModel(made)
    }

    private static func accounts(_ site: URL) -> LagoonWebAccounts {
        #if canImport(Security)
        LagoonWebAccounts(site: site, keeping: SessionKeychain(service: site.origin))
        #else
        LagoonWebAccounts(site: site)
        #endif
    }

    private func make() throws -> LagoonServices {
        let information = bundle.infoDictionary ?? [:]
        let resources = resources
        let configuration = try CatalogConfiguration(information: information) { name in
            resources.url(forResource: name, withExtension: nil, subdirectory: "Trust")
                .flatMap { try? Data(contentsOf: $0) }
        }
        guard let site = (information["LagoonSite"] as? String).flatMap(URL.init(string:)) else {
            throw CatalogError.invalidRequest("LagoonSite must be the URL of Lagoon's web site")
        }
        let support = try FileManager.default.url(
            for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        return try LagoonServices(
            configuration, directory: support.appending(path: "lagoon"), accounts: Self.accounts(site),
            origins: [site.origin])
    }
}

extension URL {
    /// Scheme, host and port, in the form that links are compared with.
    fileprivate var origin: String { "\(scheme ?? "")://\(host() ?? "")" + (port.map { ":\($0)" } ?? "") }
}
