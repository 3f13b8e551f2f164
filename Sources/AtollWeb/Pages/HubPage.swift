import AtollCatalog
import AtollHub
import AtollNavigation
import AtollPackages
import AtollPages
import AtollRuntime
import Foundation
import Hummingbird

/// The hub: the grid of mini apps, in one column or two.
struct HubPage {
    let shell: ShellParts

    private struct Body: Sendable {
        let layout: String
        let isEmpty: Bool
        let isOffline: Bool
        let address: String
        let tiles: [Tile]
    }

    private struct Switch: Sendable {
        let address: String
        let toggled: String
        let togglesToTwo: Bool
    }

    private struct Tile: Sendable {
        let id: String
        let address: String
        let name: String
        let description: String?
        let icon: String?
        let monogram: String
    }

    func add(to router: Router<ShellContext>) {
        router.post("hub/layout", use: changeLayout)
        router.get("icons/:id/:digest", use: icon)
    }

    func page<F: Fragment>(_ context: PageContext<F>, miniApp: F) async throws -> Page {
        guard let user = context.user else { throw ShellError.signedOut }
        let layout = await shell.preferences.preferences(of: user.id).hubLayout
        let (listings, isCurrent): (MiniAppListingPage, Bool)
        do throws(CatalogError) {
            (listings, isCurrent) = try await shell.center.listings(for: User(user))
        } catch {
            throw ShellError.catalog(error)
        }
        let hub = Hub(showing: listings.items, in: layout)
        let address = context.current
        let tiles = hub.tiles.map { tile in
            let icon = tile.icon.flatMap { MediaType.isImage($0.path) ? $0 : nil }
            return Tile(
                id: tile.id.rawValue,
                address: context.address(presenting: miniApp, id: .string(tile.id.rawValue)) ?? "",
                name: tile.name, description: tile.description,
                icon: icon.map { "/icons/\(tile.id)/\($0.sha256)" }, monogram: tile.monogram
            )
        }
        return Page(
            "App Hub",
            shell.templates.render(
                "hub",
                Body(
                    layout: layout.rawValue, isEmpty: hub.isEmpty, isOffline: !isCurrent, address: address, tiles: tiles
                )
            ),
            actions: shell.templates.render(
                "hub-layout",
                Switch(
                    address: address, toggled: layout.toggled.rawValue, togglesToTwo: layout.toggled == .twoColumns
                )
            )
        )
    }

    @Sendable private func changeLayout(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        guard let layout = HubLayout(rawValue: form["layout"]) else {
            throw ShellError.badRequest("The hub has one column or two.")
        }
        try await shell.preferences.update(session.user) { $0.hubLayout = layout }
        return Response(status: .seeOther, headers: [.location: SignInPages.localAddress(form["return"])])
    }

    /// The picture of a tile. Its address has the digest in it, so it is asked for once.
    @Sendable private func icon(_ request: Request, _ context: ShellContext) async throws -> Response {
        let user = try await shell.user(of: context.signedIn())
        guard let id = MiniAppID(context.parameters.get("id") ?? "") else { throw ShellError.notFound }
        let catalog = shell.center.catalog(for: user)
        let path: String
        let contents: Data
        do throws(CatalogError) {
            let icon = try await shell.center.listing(of: id, for: user).icon
            guard let icon, icon.sha256.hex == context.parameters.get("digest"), MediaType.isImage(icon.path) else {
                throw .notFound(id)
            }
            path = icon.path
            contents = try await catalog.icon(icon)
        } catch {
            throw ShellError.catalog(error)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: MediaType.type(ofPath: path),
                .cacheControl: "private, max-age=31536000, immutable",
                // An SVG file is a document when somebody opens it by itself; then it may do nothing.
                .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: contents))
        )
    }
}
