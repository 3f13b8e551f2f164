import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import Foundation
import Hummingbird

/// `GET` and `PUT /v1/miniapps/{id}/details`: the keywords, tags, places and attributes by which a mini app is found,
/// in addition to its manifest. They can be set before the first version is published.
///
/// `GET /v1/miniapps/{id}/attributes`: the attributes for which it may have values.
struct DetailsRoutes {
    let store: any CatalogStore
    let people: PeopleStore
    let now: @Sendable () -> Date

    static let bodyLimit = 64 * 1024

    var routes: [CenterRoute] {
        [
            .publisher(
                .get, "v1/miniapps/:id/attributes", .readVersions,
                RouteDocument(
                    summary: "The attributes that the super app of a mini app defines", group: "publishing",
                    answer: .attributes)
            ) { _, context in
                let subject = try await people.read { view in
                    let subject = try view.subject(of: context.id)
                    try context.require(.readVersions, of: subject, view)
                    return subject
                }
                guard let superApp = subject.superApp else { return try .json([AttributeDefinition]()) }
                return try .json(await store.attributes(of: superApp))
            },
            .publisher(
                .get, "v1/miniapps/:id/details", .readVersions,
                RouteDocument(summary: "By what a mini app is found", group: "publishing", answer: .details)
            ) { _, context in
                try await people.read { try context.require(.readVersions, of: $0.subject(of: context.id), $0) }
                return try .json(await store.details(of: context.id))
            },
            .publisher(
                .put, "v1/miniapps/:id/details", .manageMiniApps,
                RouteDocument(
                    summary: "Set by what a mini app is found", group: "publishing", body: .details, status: .noContent)
            ) { request, context in
                let body: Body = try await request.json(
                    upTo: Self.bodyLimit, schema: DocumentedShape.details.schema)
                let details = body.details
                try await check(details)
                try await store.setDetails(
                    details, of: context.id, also: context.noting(.manageMiniApps, .setDetails, at: now()))
                context.log("The details of a mini app were changed.")
                return Response(status: .noContent)
            },
        ]
    }

    /// Details whose members are all known: a member with a typing error would otherwise remove what it was meant to set.
    private struct Body: Decodable {
        let details: MiniAppDetails

        init(from decoder: any Decoder) throws {
            try decoder.allow(only: ["keywords", "tags", "places", "attributes"])
            details = try MiniAppDetails(from: decoder)
        }
    }

    private func check(_ details: MiniAppDetails) async throws {
        for (name, words) in [("keywords", details.keywords), ("tags", details.tags)] {
            guard words.count <= 20, words.allSatisfy({ (1...50).contains($0.unicodeScalars.count) }) else {
                throw Problem.part(name, "must have at most 20 texts of 1 to 50 characters")
            }
        }
        guard details.places.count <= 50,
            details.places.allSatisfy({ (1...100).contains($0.name.unicodeScalars.count) })
        else {
            throw Problem.part("places", "must have at most 50 places, with names of 1 to 100 characters")
        }
        guard details.attributes.count <= 20 else {
            throw Problem.part("attributes", "must have at most 20 super apps")
        }
        for (superApp, values) in details.attributes.sorted(by: { $0.key < $1.key }) {
            try await check(values, for: superApp)
        }
    }

    private func check(_ values: [String: AttributeValue], for superApp: String) async throws {
        let definitions = try await store.attributes(of: superApp)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let definition = definitions.first(where: { $0.name == name }) else {
                throw Problem.part("attributes.\(superApp).\(name)", "is not an attribute of this super app")
            }
            guard definition.allows(value) else {
                throw Problem.part("attributes.\(superApp).\(name)", "must be \(definition.wanted)")
            }
        }
        for definition in definitions where definition.isRequired && values[definition.name] == nil {
            throw Problem.part("attributes.\(superApp).\(definition.name)", "is required")
        }
    }
}
