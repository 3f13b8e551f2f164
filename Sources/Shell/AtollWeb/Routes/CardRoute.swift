import AtollCatalog
import AtollPackages
import AtollPages
import AtollRuntime
import Foundation
import Hummingbird

/// `POST /cards`: returns the one-time launch URL for the frame of a mini app's card on a home screen.
///
/// The page requests it after it is shown, so that no card delays the page; the cached version is good enough.
struct CardRoute: ShellRoutes {
    let browsers: BrowserSessions
    let center: CenterAccess
    let tickets: LaunchTickets
    let addresses: ShellAddresses

    private struct Answer: Encodable {
        let source: String
        let origin: String
        let sandbox: String
        /// The short name of the version, for the page's requests in the name of the card.
        let version: String
    }

    func add(to router: Router<ShellContext>) {
        router.post("cards", use: open)
    }

    @Sendable private func open(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (user, session) = try await browsers.signedIn(context)
        let form = try await Form(request)
        guard let id = MiniAppID(form["id"]), !id.isPreview else { throw ShellError.notFound }
        let loaded: LoadedMiniApp
        do throws(CatalogError) {
            let listing = try await center.listing(of: id, for: user)
            loaded = try await center.version(of: listing, for: user, policy: .cacheFirst)
        } catch {
            throw ShellError.catalog(error)
        }
        let route = form["route"]
        guard loaded.miniApp.manifest.widgets.contains(where: { $0.path == route }) else { throw ShellError.notFound }
        let address = "/" + route
        let ticket = await tickets.issue(
            .init(
                session: session.id, miniApp: id, fileList: loaded.miniApp.digest, address: address, surface: .card,
                isCarried: session.isCarried ?? false))
        let origin = addresses.cardOrigin(of: id)
        let answer = Answer(
            source: origin + LaunchTickets.address(address, with: ticket), origin: origin,
            sandbox: ContentSecurityPolicy.sandbox(isWebApp: false),
            version: Session.Launch.versionName(of: loaded.miniApp.digest))
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(answer)))
        )
    }
}
