import AtollCatalog
import AtollPackages
import AtollPages
import AtollRuntime
import Foundation
import Hummingbird

/// `POST /cards`: the one-time link with which the card of a mini app on a home screen gets into its frame.
///
/// The home's page asks for it once it is shown, so that no card holds a page up; the version that is in the cache does.
struct CardRoute {
    let shell: ShellParts

    private struct Answer: Encodable {
        let source: String
        let origin: String
        let sandbox: String
    }

    func add(to router: Router<ShellContext>) {
        router.post("cards", use: open)
    }

    @Sendable private func open(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let user = try await shell.user(of: session)
        let form = try await Form(request)
        guard let id = MiniAppID(form["id"]) else { throw ShellError.notFound }
        let loaded: LoadedMiniApp
        do throws(CatalogError) {
            let listing = try await shell.center.listing(of: id, for: user)
            loaded = try await shell.center.catalog(for: user).version(
                of: id, policy: .cacheFirst, announced: listing.files)
        } catch {
            throw ShellError.catalog(error)
        }
        let route = form["route"]
        guard loaded.miniApp.manifest.widgets.contains(where: { $0.path == route }) else { throw ShellError.notFound }
        let ticket = await shell.tickets.issue(
            .init(
                session: session.id, miniApp: id, fileList: loaded.miniApp.digest, address: "/" + route, isCard: true))
        let origin = shell.configuration.addresses.origin(of: id)
        let answer = Answer(
            source: origin + MiniAppSite.launchPath + ticket, origin: origin, sandbox: ContentSecurityPolicy.sandbox)
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(answer)))
        )
    }
}

/// A mini app's card for a home screen.
public struct MiniAppHomeCard: Hashable, Sendable {
    /// The mini app's name.
    public let name: String
    /// The route of its widget.
    public let route: String
    /// The origin of its frame.
    public let origin: String
    /// How much room it would like.
    public let size: Manifest.Widget.Size
    /// After how many seconds it is worth showing anew.
    public let refreshAfter: Int?
}

extension ShellServices {
    /// A mini app's card for the home screen, where the user may open it and its current version has one: its first widget.
    public func card(of id: MiniAppID, for user: PageUser) async -> MiniAppHomeCard? {
        let user = User(user)
        guard let listing = try? await parts.center.listing(of: id, for: user),
            let loaded = try? await parts.center.catalog(for: user).version(
                of: id, policy: .cacheFirst, announced: listing.files),
            let widget = loaded.miniApp.manifest.widgets.first
        else { return nil }
        return MiniAppHomeCard(
            name: loaded.miniApp.manifest.name, route: widget.path,
            origin: parts.configuration.addresses.origin(of: id), size: widget.size, refreshAfter: widget.refreshAfter)
    }
}
