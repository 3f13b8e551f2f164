import AtollPackages
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// What there is for the user whose token a request carries, in the super app that the header `Atoll-Host` names:
/// `GET /v1/miniapps`, with the parts that ``SearchParser`` reads, and `GET /v1/miniapps/{id}`.
///
/// A mini app that the user may not open does not exist for them: not in a list, not in its count, not by its id.
struct CatalogRoutes {
    let store: any CatalogStore
    let cache: SearchCache
    let verifier: TokenVerifier
    let now: @Sendable () -> Date

    func add(to router: Router<CenterContext>) {
        router.get("v1/miniapps") { try await search($0, $1) }
        router.get("v1/miniapps/:id") { request, context -> Response in
            let visitor = try await visitor(request)
            let id = try context.miniAppID()
            let listing = try await store.listing(
                of: id, for: store.audiences(of: visitor), superApp: visitor.host.superApp)
            guard let listing else {
                throw Problem(.notFound, "There is no mini app \(id) that this user may open.", subject: "id")
            }
            return response(ByteBuffer(string: listing))
        }
    }

    private func search(_ request: Request, _ context: CenterContext) async throws -> Response {
        let visitor = try await visitor(request)
        let address = request.uri.query ?? ""
        guard address.utf8.count <= SearchParser.maximumLength else {
            throw Problem(.badRequest, "A query has at most \(SearchParser.maximumLength) bytes.", subject: "query")
        }
        let (superApp, time) = (visitor.host.superApp, now())
        let key = SearchCache.Key(address: address, superApp: superApp, audiences: store.audiences(of: visitor))
        let answer = try await cache.answer(to: key, at: time) {
            try SearchParser(superApp: superApp, definitions: store.attributes(of: superApp))
                .query(request.uri.queryParameters)
        } find: { [store] query, total in
            try await store.search(query, for: key.audiences, superApp: superApp, total: total, at: time)
        }
        return response(answer.body)
    }

    private func visitor(_ request: Request) async throws -> Visitor {
        let claims = try await verifier.claims(in: request.bearerToken)
        guard let host = request.headers[.atollHost].flatMap({ HostIdentity(header: $0) }) else {
            throw Problem(
                .badRequest, "The header says which super app asks: com.example.lagoon/1.0 platform/1.",
                subject: "Atoll-Host")
        }
        guard host.superApp == claims.superApp else {
            throw Problem(
                .forbidden, "The token was made for another super app than the one that asks.", subject: "Atoll-Host")
        }
        return Visitor(roles: claims.roles, host: host)
    }

    private func response(_ body: ByteBuffer) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "application/json", .cacheControl: "private, no-store", .xContentTypeOptions: "nosniff",
            ],
            body: .init(byteBuffer: body)
        )
    }
}

extension HTTPField.Name {
    /// What runs the mini apps, as ``AtollPackages/HostIdentity/header`` writes it.
    static let atollHost = knownName("Atoll-Host")
}
