import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation
import Hummingbird

/// `/miniapps/{id}` and `/miniapps/{id}/pages/…`: a mini app in its frame.
///
/// The address names the mini app's page, so that a reload, a bookmark or a shared link leads to it.
struct MiniAppPage {
    let shell: ShellParts

    private struct Page: Sendable {
        let frame: Frame
        let id: String
        let name: String
        let origin: String
        let source: String
        let base: String
        let close: String
        let sandbox: String
        let script: String
    }

    func add(to router: Router<ShellContext>) {
        router.get("miniapps/:id", use: show)
        router.get("miniapps/:id/pages/**", use: show)
    }

    @Sendable private func show(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let user = try await shell.user(of: session)
        guard let id = MiniAppID(context.parameters.get("id") ?? "") else { throw ShellError.notFound }
        let miniApp: InstalledMiniApp
        do throws(CatalogError) {
            let catalog = shell.center.catalog(for: user)
            miniApp = try await catalog.install(catalog.miniApp(id: id))
        } catch {
            throw ShellError.catalog(error)
        }
        let page = context.parameters.getCatchAll().joined(separator: "/")
        let route = page.isEmpty ? "" : "pages/" + page
        let address = try Self.address(ofPage: route, query: request.uri.query, in: miniApp)
        let ticket = await shell.tickets.issue(
            .init(session: session.id, miniApp: id, fileList: miniApp.digest, address: address)
        )
        let origin = shell.configuration.addresses.origin(of: id)
        return shell.templates.page(
            "mini-app",
            Page(
                frame: shell.frame(title: miniApp.manifest.name, user: user),
                id: id.rawValue, name: miniApp.manifest.name, origin: origin,
                source: origin + MiniAppSite.launchPath + ticket, base: "/miniapps/\(id)",
                close: "\(HubPage.path)#\(id)", sandbox: ContentSecurityPolicy.sandbox,
                script: shell.files.address(of: "shell.js")
            ),
            frame: origin
        )
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
