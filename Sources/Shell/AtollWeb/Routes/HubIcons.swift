import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation
import Hummingbird

/// Serves the icons of mini apps.
struct HubIcons: ShellRoutes {
    let center: CenterAccess
    let browsers: BrowserSessions

    /// The path of an icon. It contains the digest, so browsers request each icon once.
    static func address(of id: MiniAppID, _ icon: MiniAppListing.Icon) -> String { "/icons/\(id)/\(icon.sha256)" }

    func add(to router: Router<ShellContext>) {
        router.get("icons/:id/:digest", use: icon)
    }

    @Sendable private func icon(_ request: Request, _ context: ShellContext) async throws -> Response {
        let user = try await browsers.signedIn(context).user
        guard let id = MiniAppID(context.parameters.get("id") ?? "") else { throw ShellError.notFound }
        let catalog = center.catalog(for: user)
        let path: String
        let contents: Data
        do throws(CatalogError) {
            let icon = try await center.listing(of: id, for: user).icon
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
                // An SVG file that is opened on its own is a document, which must not be able to do anything.
                .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: contents))
        )
    }
}
