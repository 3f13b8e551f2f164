import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import BoundedServer
import Foundation
import Hummingbird

/// A super app's settings, each with `GET` and `PUT`: `/v1/superapps/{id}/attributes`, the attributes that it defines;
/// and `/v1/superapps/{id}/home`, the configuration of
/// its home screen, which devices read from the signed repository.
struct SuperAppSettingsRoutes {
    let store: any CatalogStore
    let repository: ReleaseRepository
    let pipeline: ReleasePipeline
    let now: @Sendable () -> Date

    static let bodyLimit = 256 * 1024

    var routes: [CenterRoute] {
        [
            .superApp(
                .get, "v1/superapps/:id/attributes",
                RouteDocument(summary: "The attributes that a super app defines", group: "catalog", answer: .attributes)
            ) { _, context in
                try .json(await store.attributes(of: context.id.rawValue))
            },
            .superApp(
                .put, "v1/superapps/:id/attributes",
                RouteDocument(
                    summary: "Set the attributes that a super app defines", group: "catalog", body: .attributes,
                    status: .noContent)
            ) { try await setAttributes($0, $1) },
            .superApp(
                .get, "v1/superapps/:id/home",
                RouteDocument(summary: "The configuration of the home screen", group: "catalog", answer: .home)
            ) { _, context in
                let data = try await repository.homeConfiguration(of: context.id.rawValue) ?? Data("{}".utf8)
                return Response(
                    status: .ok, headers: [.contentType: "application/json"],
                    body: .init(byteBuffer: ByteBuffer(bytes: data)))
            },
            .superApp(
                .put, "v1/superapps/:id/home",
                RouteDocument(
                    summary: "Set the configuration of the home screen", group: "catalog", body: .home,
                    status: .noContent)
            ) { try await setHome($0, $1) },
        ]
    }

    private func setAttributes(_ request: Request, _ context: SuperAppContext) async throws -> Response {
        let definitions: [AttributeDefinition] = try await request.json(
            upTo: Self.bodyLimit, schema: DocumentedShape.attributes.schema)
        try check(definitions)
        try await store.setAttributes(
            definitions, of: context.id.rawValue,
            also: context.noting(.setAttributes, "\(definitions.count) attributes", at: now()))
        context.log(
            "The attributes of a super app were changed.",
            ["attributes": "\(definitions.map(\.name))"])
        return Response(status: .noContent)
    }

    private func setHome(_ request: Request, _ context: SuperAppContext) async throws -> Response {
        guard let body = try await request.body(upTo: HomeConfigurationFile.maximumLength) else {
            throw Problem(
                .contentTooLarge,
                "A home configuration must be at most \(HomeConfigurationFile.maximumLength) bytes long.")
        }
        try await pipeline.setHomeConfiguration(
            Data(buffer: body), of: context.id.rawValue, also: context.noting(.setHome, at: now()))
        context.log("The home configuration of a super app was changed.")
        return Response(status: .noContent)
    }

    private func check(_ definitions: [AttributeDefinition]) throws {
        guard definitions.count <= 50 else { throw Problem.part("body", "must have at most 50 attributes") }
        var names: Set<String> = []
        for definition in definitions {
            let name = definition.name
            let isWellFormed =
                (1...50).contains(name.utf8.count) && name.utf8.first.map(Self.isLetter) == true
                && name.utf8.allSatisfy { Self.isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x5f }
            guard isWellFormed else {
                throw Problem.part(name, "must be 1 to 50 letters, digits, - or _, and begin with a letter")
            }
            guard CatalogField(rawValue: name) == nil else {
                throw Problem.part(name, "is the name of a standard field")
            }
            guard names.insert(name).inserted else { throw Problem.part(name, "appears twice") }
            if case .choice(let choices) = definition.kind {
                guard (1...200).contains(choices.count),
                    choices.allSatisfy({ (1...200).contains($0.unicodeScalars.count) })
                else {
                    throw Problem.part(name, "must have 1 to 200 choices of 1 to 200 characters")
                }
            }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
