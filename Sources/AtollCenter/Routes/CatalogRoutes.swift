import AtollPackages
import HTTPTypes
import Hummingbird
import NIOCore

/// The mini apps for the user whose token a request carries, in the super app that the header `Atoll-Host` names:
/// `GET /v1/miniapps`, with the parameters that ``SearchParser`` reads, and `GET /v1/miniapps/{id}`.
///
/// A mini app that the user may not open does not exist for them: neither in a list, nor in its count, nor by its id.
struct CatalogRoutes {
    let search: CatalogSearch

    var routes: [CenterRoute] {
        [
            .visitor(.get, "v1/miniapps") { request, context in
                Self.response(
                    try await search.page(
                        request.uri.query ?? "", request.uri.queryParameters, for: context.visitor))
            },
            .visitor(.get, "v1/miniapps/:id") { _, context in
                let id = try context.base.miniAppID()
                guard let listing = try await search.listing(of: id, for: context.visitor) else {
                    throw Problem(.notFound, "There is no mini app \(id) that this user may open.", subject: "id")
                }
                return Self.response(listing)
            },
        ]
    }

    private static func response(_ body: ByteBuffer) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "application/json", .cacheControl: "private, no-store", .xContentTypeOptions: "nosniff",
            ],
            body: .init(byteBuffer: body)
        )
    }
}
