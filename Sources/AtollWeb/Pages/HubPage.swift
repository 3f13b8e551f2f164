import AtollCatalog
import AtollHub
import AtollPackages
import AtollRuntime
import Foundation
import Hummingbird

/// `/hub`: the grid of mini apps, in one column or two.
struct HubPage {
    let shell: ShellParts

    static let path = "/hub"

    private struct Page: Sendable {
        let frame: Frame
        let transitions: Transitions
        let layout: String
        let toggled: String
        let togglesToTwo: Bool
        let isEmpty: Bool
        let tiles: [Tile]
    }

    /// The files that animate the switch between one column and two.
    private struct Transitions: Sendable {
        let stylesheet: String
        let script: String
    }

    private struct Tile: Sendable {
        let id: String
        let name: String
        let description: String?
        let icon: String?
        let monogram: String
    }

    func add(to router: Router<ShellContext>) {
        router.get("/") { _, _ -> Response in
            Response(status: .seeOther, headers: [.location: Self.path])
        }
        router.get("hub", use: show)
        router.post("hub/layout", use: changeLayout)
        router.get("miniapps/:id/icon/:digest", use: icon)
    }

    @Sendable private func show(_ request: Request, _ context: ShellContext) async throws -> Response {
        let user = try await shell.user(of: context.signedIn())
        let layout = await shell.preferences.preferences(of: user.id).hubLayout
        let hub: Hub
        do {
            hub = try await Hub.load(from: shell.center.catalog(for: user), layout: layout)
        } catch {
            throw ShellError.catalog(error)
        }
        return shell.templates.page(
            "hub",
            Page(
                frame: shell.frame(title: "App Hub", user: user),
                transitions: Transitions(
                    stylesheet: shell.files.address(of: "transitions.css"),
                    script: shell.files.address(of: "transitions.js")
                ),
                layout: layout.rawValue, toggled: layout.toggled.rawValue,
                togglesToTwo: layout.toggled == .twoColumns,
                isEmpty: hub.isEmpty, tiles: hub.tiles.map(Self.tile)
            )
        )
    }

    private static func tile(_ tile: Hub.Tile) -> Tile {
        let icon = tile.icon.flatMap { MediaType.isImage($0.path) ? $0 : nil }
        return Tile(
            id: tile.id.rawValue, name: tile.name, description: tile.description,
            icon: icon.map { "/miniapps/\(tile.id)/icon/\($0.sha256)" }, monogram: tile.monogram
        )
    }

    @Sendable private func changeLayout(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        guard let layout = HubLayout(rawValue: try await Form(request)["layout"]) else {
            throw ShellError.badRequest("The hub has one column or two.")
        }
        try await shell.preferences.update(session.user) { $0.hubLayout = layout }
        return Response(status: .seeOther, headers: [.location: Self.path])
    }

    /// The picture of a tile. Its address has the digest in it, so it is asked for once.
    @Sendable private func icon(_ request: Request, _ context: ShellContext) async throws -> Response {
        let user = try await shell.user(of: context.signedIn())
        guard let id = MiniAppID(context.parameters.get("id") ?? "") else { throw ShellError.notFound }
        let catalog = shell.center.catalog(for: user)
        let path: String
        let contents: Data
        do throws(CatalogError) {
            let icon = try await catalog.miniApp(id: id).icon
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
