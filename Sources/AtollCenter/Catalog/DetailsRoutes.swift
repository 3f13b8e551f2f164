import AtollPackages
import Foundation
import Hummingbird

/// `/v1/miniapps/{id}/details`: what a publisher says of a mini app beside its manifest, so that it is found. `GET` and
/// `PUT`; a mini app need not be there yet.
struct DetailsRoutes {
    let store: any CatalogStore
    let keys: APIKeys

    static let bodyLimit = 64 * 1024

    func add(to router: Router<CenterContext>) {
        router.get("v1/miniapps/:id/details") { request, context -> Response in
            let id = try context.miniAppID()
            _ = try await request.authorize(.publish, of: id, keys: keys)
            return try .json(await store.details(of: id))
        }
        router.put("v1/miniapps/:id/details") { request, context -> Response in
            let id = try context.miniAppID()
            let key = try await request.authorize(.publish, of: id, keys: keys)
            let details: MiniAppDetails = try await request.json(upTo: Self.bodyLimit)
            try check(details)
            try await store.setDetails(details, of: id)
            context.logger.info(
                "The details of a mini app were changed.", metadata: ["miniApp": "\(id)", "key": "\(key.id)"])
            return Response(status: .noContent)
        }
    }

    private func check(_ details: MiniAppDetails) throws {
        for (name, words) in [("keywords", details.keywords), ("tags", details.tags)] {
            guard words.count <= 20, words.allSatisfy({ (1...50).contains($0.count) }) else {
                throw SearchParser.problem(name, "has at most 20 texts of 1 to 50 characters")
            }
        }
        guard details.places.count <= 50, details.places.allSatisfy({ (1...100).contains($0.name.count) }) else {
            throw SearchParser.problem("places", "has at most 50 points with names of 1 to 100 characters")
        }
        guard details.attributes.count <= 20 else {
            throw SearchParser.problem("attributes", "is for at most 20 super apps")
        }
        for (superApp, values) in details.attributes.sorted(by: { $0.key < $1.key }) {
            try check(values, for: superApp)
        }
    }

    private func check(_ values: [String: AttributeValue], for superApp: String) throws {
        let definitions = store.attributes(of: superApp)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let definition = definitions.first(where: { $0.name == name }) else {
                throw SearchParser.problem("attributes.\(superApp).\(name)", "is not an attribute of this super app")
            }
            guard definition.allows(value) else {
                throw SearchParser.problem("attributes.\(superApp).\(name)", "has to be \(definition.wanted)")
            }
        }
        for definition in definitions where definition.isRequired && values[definition.name] == nil {
            throw SearchParser.problem("attributes.\(superApp).\(definition.name)", "is required")
        }
    }
}

extension AttributeDefinition {
    /// Whether a mini app may have this value.
    func allows(_ value: AttributeValue) -> Bool {
        switch (kind, value) {
        case (.text, .text(let text)): (1...200).contains(text.count)
        case (.number, .number(let number)): number.isFinite
        case (.choice(let choices), .text(let text)): choices.contains { $0.utf8.elementsEqual(text.utf8) }
        default: false
        }
    }

    /// What is allowed, in words.
    var wanted: String {
        switch kind {
        case .text: "a text of 1 to 200 characters"
        case .number: "a number"
        case .choice(let choices): "one of: " + choices.joined(separator: ", ")
        }
    }
}
