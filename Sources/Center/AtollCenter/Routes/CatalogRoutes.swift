import AtollCenterAnswers
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
    /// A search in many mini apps takes a connection to the database for a while, and signing in needs one, too.
    private let turns = ShareLimit(width: 2, maximumWaiting: 20)

    init(search: CatalogSearch) { self.search = search }

    var routes: [CenterRoute] {
        [
            .visitor(
                .get, "v1/miniapps",
                RouteDocument(
                    summary: "The mini apps that a user may open", group: "devices", answer: .listingPage,
                    query: Self.parameters)
            ) { request, context in
                let visitor = context.visitor
                let user =
                    visitor.subject.isEmpty ? context.base.client.key : "\(visitor.host.superApp)\n\(visitor.subject)"
                return try await turns.run(for: user) {
                    Self.response(
                        try await search.page(request.uri.query ?? "", request.uri.queryParameters, for: visitor))
                }
            },
            .visitor(
                .get, "v1/miniapps/:id",
                RouteDocument(summary: "A mini app that a user may open", group: "devices", answer: .listing)
            ) { _, context in
                let id = try context.base.miniAppID()
                guard let listing = try await search.listing(of: id, for: context.visitor) else {
                    throw Problem(.notFound, "There is no mini app \(id) that this user may open.", subject: "id")
                }
                return Self.response(listing)
            },
        ]
    }

    private static let parameters: [RouteDocument.Parameter] = [
        ("start", "The index of the first item."), ("count", "How many."),
        ("cursor", "The `next` of the previous page."),
        ("text", "Words, or their beginnings."), ("tag", "A category."), ("near", "A place: latitude,longitude."),
        ("radius", "In metres around the place."), ("featured", "true for what the super app features."),
        ("where", "Conditions."),
    ].map { RouteDocument.Parameter(name: $0.0, schema: .text(1...500), summary: $0.1) }

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
