import AtollLinks
import AtollNavigation
import Hummingbird

/// `/.well-known/apple-app-site-association` and `/.well-known/assetlinks.json`: which apps open the site's addresses.
struct AppAssociation {
    enum Kind: Sendable { case apple, android }

    let site: WebSite
    let shell: ShellParts

    func add(to router: Router<ShellContext>) {
        let configuration = shell.configuration
        if !configuration.appleAppIDs.isEmpty { add(.apple, ".well-known/apple-app-site-association", to: router) }
        if !configuration.androidApps.isEmpty { add(.android, ".well-known/assetlinks.json", to: router) }
    }

    private func add(_ kind: Kind, _ path: RouterPath, to router: Router<ShellContext>) {
        router.get(path) { _, _ -> Response in
            let file = try await site.association(kind, shell.configuration)
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
