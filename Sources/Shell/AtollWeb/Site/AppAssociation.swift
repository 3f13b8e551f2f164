import AtollLinks
import AtollNavigation
import Hummingbird

/// `/.well-known/apple-app-site-association` and `/.well-known/assetlinks.json`: the native apps that open the site's
/// URLs.
struct AppAssociation: ShellRoutes {
    enum Kind: Sendable { case apple, android }

    let site: WebSite
    let configuration: ShellConfiguration

    func add(to router: Router<ShellContext>) {
        if !configuration.appleAppIDs.isEmpty { add(.apple, ".well-known/apple-app-site-association", to: router) }
        if !configuration.androidApps.isEmpty { add(.android, ".well-known/assetlinks.json", to: router) }
    }

    private func add(_ kind: Kind, _ path: RouterPath, to router: Router<ShellContext>) {
        router.get(path) { _, _ -> Response in
            let file = try await site.association(kind, configuration)
            return Response(
                status: .ok, headers: [.contentType: "application/json", .cacheControl: "public, max-age=3600"],
                body: .init(byteBuffer: ByteBuffer(bytes: file))
            )
        }
    }

    static func file<F: Fragment>(
        _ kind: Kind, _ links: LinkRouter<F>, _ configuration: ShellConfiguration
    ) throws -> [UInt8] {
        switch kind {
        case .apple: try Array(links.appleAppSiteAssociation(appIDs: configuration.appleAppIDs))
        case .android: try Array(links.assetLinks(apps: configuration.androidApps))
        }
    }
}
