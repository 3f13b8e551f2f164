import AtollPackages
import Foundation
import Hummingbird

/// What there is for the user whose token a request carries: `GET /v1/miniapps` and `GET /v1/miniapps/{id}`.
///
/// A mini app that the user may not open does not exist for them: not in a list, not in its count, not by its id.
struct CatalogRoutes {
    let store: any CatalogStore
    let verifier: TokenVerifier

    func add(to router: Router<CenterContext>) {
        router.get("v1/miniapps") { request, _ -> Response in
            let roles = try await verifier.roles(in: request.bearerToken)
            let start = try number("start", in: request)
            let count = try number("count", in: request)
            return try response(await store.listings(roles: roles, start: start, count: count))
        }
        router.get("v1/miniapps/:id") { request, context -> Response in
            let roles = try await verifier.roles(in: request.bearerToken)
            let id = try context.miniAppID()
            guard let listing = try await store.listing(of: id, roles: roles) else {
                throw Problem(.notFound, "There is no mini app \(id) that this user may open.", subject: "id")
            }
            return try response(listing)
        }
    }

    /// A whole number from 0 in the query; 0 where it is left out.
    private func number(_ name: String, in request: Request) throws -> Int {
        guard let text = request.uri.queryParameters[Substring(name)] else { return 0 }
        guard let number = Int(text), (0...1_000_000_000).contains(number) else {
            throw Problem(.badRequest, "\"\(name)\" must be a whole number from 0.", subject: name)
        }
        return number
    }

    private func response(_ value: some Encodable) throws -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "application/json", .cacheControl: "private, no-store", .xContentTypeOptions: "nosniff",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: try MiniAppListingPage.encoder.encode(value)))
        )
    }
}
