import AtollCatalog
import AtollLinks
import AtollNavigation
import AtollPackages
import AtollPages
import AtollRuntime
import Foundation
import Hummingbird

/// The page that shows a mini app in its frame.
///
/// The URL names the mini app's page, so that a reload, a bookmark or a shared link leads to it.
struct MiniAppPage: Sendable {
    let center: CenterAccess
    let addresses: ShellAddresses
    let tickets: LaunchTickets
    let renderer: PageRenderer
    /// What is handed to the mini app with the port: without the theme and the time zone, which the browser knows.
    let info: HostInfo
    let workers: MiniAppWorkers
    let windows: WindowNames
    let preferences: PreferenceStore
    /// The file list of the version that a session has opened last; nil if it has opened none.
    let opened: @Sendable (_ session: SHA256Hash, MiniAppID) async -> SHA256Hash?
    /// The URL of the page on which users see what mini apps may do; nil if the app has none.
    let permissions: String?

    private struct Body: Sendable {
        let frame: PageFrame
        let id: String
        let name: String
        let origin: String
        let source: String
        let base: String
        let close: String
        let sandbox: String
        let publisher: String
        let permissions: String
        let permissionsPage: String?
        let news: String?
        let info: String
        let texts: String?
        let windowName: String?
        let icon: String?
        let monogram: String
        let about: String?
        let isFavourite: Bool
    }

    func page<F: Fragment>(
        _ context: PageContext<F>, of id: MiniAppID, details: (MiniAppID) -> F
    ) async throws -> Page {
        guard let asking = context.user, let session = SHA256Hash(hex: asking.session) else {
            throw ShellError.signedOut
        }
        let user = User(asking)
        let listing: MiniAppListing
        let loaded: LoadedMiniApp
        do throws(CatalogError) {
            listing = try await center.listing(of: id, for: user)
            loaded = try await center.load(listing, for: user)
        } catch {
            throw ShellError.catalog(error)
        }
        let miniApp = loaded.miniApp
        // Query items that no route claims are the mini app's launch parameters.
        let query = DeepLink(items: context.link.unclaimed).path.dropFirst("/?".count)
        let address = try Self.address(
            ofPage: context.link.rest.joined(separator: "/"), query: String(query), in: miniApp
        )
        // What a developer works on is never kept, and its texts are as new as its files.
        let pass =
            center.development != nil
            ? nil
            : LaunchTickets.Pass(
                text: try await workers.pass(of: user.id, for: miniApp),
                isFirst: await opened(session, id) != miniApp.digest)
        // A browser that has opened it before has them.
        let texts = pass?.isFirst ?? false ? try info.texts(of: miniApp, language: context.language) : nil
        let ticket = await tickets.issue(
            .init(
                session: session, miniApp: id, fileList: miniApp.digest, address: address,
                announced: listing.version.code, pass: pass, hasTexts: texts != nil)
        )
        let origin = addresses.origin(of: id)
        let icon = listing.icon.flatMap { MediaType.isImage($0.path) ? $0 : nil }
        var page = Page(
            miniApp.manifest.name,
            renderer.templates.render(
                "mini-app",
                Body(
                    frame: renderer.frame(title: miniApp.manifest.name, user: user), id: id.rawValue,
                    name: miniApp.manifest.name, origin: origin,
                    source: origin + LaunchTickets.address(address, with: ticket, pass),
                    base: "/\(DeepLink.miniAppComponent)/\(id)", close: (context.dismissal ?? "/") + "#\(id)",
                    sandbox: ContentSecurityPolicy.sandbox, publisher: loaded.statement.publisher.rawValue,
                    permissions: permissions ?? "/", permissionsPage: permissions, news: Self.news(of: loaded),
                    info: info.json(for: miniApp, language: context.language),
                    texts: texts,
                    windowName: try await windows.name(of: miniApp, for: user, language: context.language),
                    icon: icon.map { HubIcons.address(of: id, $0) },
                    monogram: miniApp.manifest.name.prefix(1).uppercased(),
                    about: context.address(leavingFor: details(id)),
                    isFavourite: await preferences.preferences(of: user.id).hub.isFavourite(id)
                )
            )
        )
        page.hasBar = false
        page.hasTabs = false
        page.frame = origin
        page.scripts = [PublicFiles.miniAppPage]
        page.stylesheets = [PublicFiles.miniAppStyles]
        page.style = "page-mini-app"
        return page
    }

    /// The notice about the version that opens, or nil if there is none.
    static func news(of loaded: LoadedMiniApp) -> String? {
        let name = loaded.miniApp.manifest.version.name
        switch loaded.notice {
        case .updated: return localized("Updated to version \(name).")
        case .setAside(let newer): return localized("Version \(newer.name) did not start. Version \(name) is running.")
        case nil: return loaded.isOffline ? localized("You are offline. This is the stored version.") : nil
        }
    }

    /// Returns the path and query of one of the mini app's pages, or of its first page for an empty route.
    ///
    /// - Throws: ``ShellError/notFound`` if the mini app has no such page, ``ShellError/badRequest(_:)`` if the query
    ///   is too long or invalid.
    static func address(ofPage route: String, query: String?, in miniApp: InstalledMiniApp) throws -> String {
        let query = query ?? ""
        guard query.utf8.count <= 2_048, query.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw ShellError.badRequest(localized("The URL is too long or contains invalid characters."))
        }
        let path = try path(ofPage: route, in: miniApp)
        return path + (query.isEmpty ? "" : "?" + query)
    }

    private static func path(ofPage route: String, in miniApp: InstalledMiniApp) throws -> String {
        if miniApp.manifest.compatibility != nil {
            let path = "/" + (route.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "")
            guard try ResourceServer(miniApp).resource(at: path)?.isPage == true else { throw ShellError.notFound }
            return path
        }
        // The path of a page's file names the page, too.
        let route = route.hasSuffix(".html") ? String(route.dropLast(".html".count)) : route
        guard route.isEmpty || miniApp.manifest.pages.contains(route) else { throw ShellError.notFound }
        let first = miniApp.manifest.pages.first ?? ""
        return "/" + (route.isEmpty ? first : route)
    }
}
