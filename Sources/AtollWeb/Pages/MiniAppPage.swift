import AtollCatalog
import AtollLinks
import AtollNavigation
import AtollPackages
import AtollPages
import AtollRuntime
import Foundation
import Hummingbird

/// A mini app in its frame.
///
/// The address names the mini app's page, so that a reload, a bookmark or a shared link leads to it.
struct MiniAppPage {
    let shell: ShellParts

    private struct Body: Sendable {
        let frame: Frame
        let id: String
        let name: String
        let origin: String
        let source: String
        let base: String
        let close: String
        let sandbox: String
        let news: String?
    }

    func page<F: Fragment>(_ context: PageContext<F>, of id: MiniAppID) async throws -> Page {
        guard let asking = context.user, let session = BlobDigest(hex: asking.visit) else { throw ShellError.signedOut }
        let user = User(asking)
        let listing: MiniAppListing
        let loaded: LoadedMiniApp
        do throws(CatalogError) {
            listing = try await shell.center.listing(of: id, for: user)
            loaded = try await shell.center.catalog(for: user).load(id, announced: listing.files)
        } catch {
            throw ShellError.catalog(error)
        }
        let miniApp = loaded.miniApp
        try await shell.preferences.update(user.id) { [version = listing.version] in
            $0.hub.noteOpened(id, code: version.code)
        }
        // What no route claims is the mini app's: its launch parameters.
        let query = DeepLink(items: context.link.unclaimed).path.dropFirst("/?".count)
        let address = try Self.address(
            ofPage: context.link.rest.joined(separator: "/"), query: String(query), in: miniApp
        )
        let ticket = await shell.tickets.issue(
            .init(session: session, miniApp: id, fileList: miniApp.digest, address: address)
        )
        let origin = shell.configuration.addresses.origin(of: id)
        var page = Page(
            miniApp.manifest.name,
            shell.templates.render(
                "mini-app",
                Body(
                    frame: shell.frame(title: miniApp.manifest.name, user: user), id: id.rawValue,
                    name: miniApp.manifest.name, origin: origin, source: origin + MiniAppSite.launchPath + ticket,
                    base: "/\(DeepLink.miniAppComponent)/\(id)", close: (context.dismissal ?? "/") + "#\(id)",
                    sandbox: ContentSecurityPolicy.sandbox, news: Self.news(of: loaded)
                )
            )
        )
        page.hasBar = false
        page.hasTabs = false
        page.frame = origin
        page.scripts = ["bridge.js", "focus.js", "shell.js"]
        page.style = "page-mini-app"
        return page
    }

    /// What people should know of the version that opens.
    static func news(of loaded: LoadedMiniApp) -> String? {
        switch loaded.notice {
        case .updated: "Updated to version \(loaded.miniApp.manifest.version.name)."
        case .setAside(let newer):
            "Version \(newer.name) did not start, so version \(loaded.miniApp.manifest.version.name) runs."
        case nil:
            if case .offline = loaded.origin { "You are offline. This is the version that was here." } else { nil }
        }
    }

    /// The path and query in the mini app of one of its pages; its first page for an empty route.
    static func address(ofPage route: String, query: String?, in miniApp: InstalledMiniApp) throws -> String {
        // A page's own file is the page, too.
        let route = route.hasSuffix(".html") ? String(route.dropLast(".html".count)) : route
        guard route.isEmpty || miniApp.manifest.pages.contains(route) else { throw ShellError.notFound }
        let query = query ?? ""
        guard query.utf8.count <= 2_048, query.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw ShellError.badRequest("The address is too long, or has characters that an address can't have.")
        }
        let first = miniApp.manifest.pages.first ?? ""
        return "/" + (route.isEmpty ? first : route) + (query.isEmpty ? "" : "?" + query)
    }
}
