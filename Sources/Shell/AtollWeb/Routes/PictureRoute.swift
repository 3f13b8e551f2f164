import AtollCatalog
import AtollPackages
import Hummingbird

/// `GET /pictures/{id}/{digest}`: a picture of a page of a mini app that the user may open.
struct PictureRoute: ShellRoutes {
    let center: CenterAccess
    let browsers: BrowserSessions

    /// The path of a picture. It contains the digest, so browsers request each once.
    static func address(of id: MiniAppID, _ digest: SHA256Hash) -> String { "/pictures/\(id)/\(digest)" }

    func add(to router: Router<ShellContext>) {
        router.get("pictures/:id/:digest", use: picture)
    }

    @Sendable private func picture(_ request: Request, _ context: ShellContext) async throws -> Response {
        let user = try await browsers.signedIn(context).user
        guard let id = MiniAppID(context.parameters.get("id") ?? ""),
            let digest = SHA256Hash(hex: context.parameters.get("digest") ?? "")
        else { throw ShellError.notFound }
        do throws(CatalogError) {
            _ = try await center.listing(of: id, for: user)
            let contents = try await center.catalog(for: user).picture(digest)
            return Response(
                status: .ok,
                headers: [
                    .contentType: "image/png", .cacheControl: "private, max-age=31536000, immutable",
                    .contentSecurityPolicy: "default-src 'none'; sandbox",
                ], body: .init(byteBuffer: ByteBuffer(bytes: contents)))
        } catch {
            // The Center has no blob with this digest.
            if case .invalidRequest = error { throw ShellError.notFound }
            throw ShellError.catalog(error)
        }
    }
}
