import AtollPackages
import BoundedServer
import Foundation
import Hummingbird

/// What a super app decides about its catalog: `/v1/superapps/{id}/attributes`, the attributes that it defines, and
/// `/v1/superapps/{id}/featured`, what it shows first, and `/v1/superapps/{id}/home`, what it says about its home screen, which
/// devices take from the signed repository. All of them `GET` and `PUT`.
struct SuperAppRoutes {
    let store: any CatalogStore
    let keys: APIKeys
    let repository: ReleaseRepository
    let superApps: Set<String>

    static let bodyLimit = 256 * 1024

    func add(to router: Router<CenterContext>) {
        router.get("v1/superapps/:id/attributes") { request, context -> Response in
            try .json(store.attributes(of: await superApp(request, context).id))
        }
        router.put("v1/superapps/:id/attributes") { request, context -> Response in
            let (superApp, key) = try await superApp(request, context)
            let definitions: [AttributeDefinition] = try await request.json(upTo: Self.bodyLimit)
            try check(definitions)
            try await store.setAttributes(definitions, of: superApp)
            context.logger.info(
                "The attributes of a super app were changed.",
                metadata: ["superApp": "\(superApp)", "attributes": "\(definitions.map(\.name))", "key": "\(key)"])
            return Response(status: .noContent)
        }
        router.get("v1/superapps/:id/featured") { request, context -> Response in
            try .json(await store.featured(of: superApp(request, context).id))
        }
        router.put("v1/superapps/:id/featured") { request, context -> Response in
            let (superApp, key) = try await superApp(request, context)
            let featured: [FeaturedMiniApp] = try await request.json(upTo: Self.bodyLimit)
            guard featured.count <= 200 else { throw SearchParser.problem("body", "has at most 200 mini apps") }
            for (index, miniApp) in featured.enumerated() where miniApp.from >= miniApp.to {
                throw SearchParser.problem("[\(index)].to", "has to be after from")
            }
            try await store.setFeatured(featured, of: superApp)
            context.logger.info(
                "What a super app features was changed.",
                metadata: [
                    "superApp": "\(superApp)", "miniApps": "\(featured.map(\.miniApp))", "key": "\(key)",
                ])
            return Response(status: .noContent)
        }
        router.get("v1/superapps/:id/home") { request, context -> Response in
            let (superApp, _) = try await superApp(request, context)
            let data = try await repository.homeConfiguration(of: superApp) ?? Data("{}".utf8)
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(bytes: data)))
        }
        router.put("v1/superapps/:id/home") { request, context -> Response in
            let (superApp, key) = try await superApp(request, context)
            guard let body = try await request.body(upTo: HomeConfigurationFile.maximumLength) else {
                throw Problem(
                    .contentTooLarge, "A configuration has at most \(HomeConfigurationFile.maximumLength) bytes.")
            }
            do {
                try await repository.publish(homeConfiguration: Data(buffer: body), of: superApp)
            } catch let error as HomeConfigurationError {
                throw SearchParser.problem(error.part.isEmpty ? "body" : error.part, error.reason)
            }
            context.logger.info(
                "What a super app says about its home was changed.",
                metadata: ["superApp": "\(superApp)", "key": "\(key)"])
            return Response(status: .noContent)
        }
    }

    /// The super app in the path, whose id an API key with the scope `catalog` has to cover.
    private func superApp(_ request: Request, _ context: CenterContext) async throws -> (id: String, key: String) {
        let id = try context.miniAppID()
        let key = try await request.authorize(.catalog, of: id, keys: keys)
        guard superApps.contains(id.rawValue) else {
            throw Problem(PublishingError.unknownSuperApps([id.rawValue], known: superApps.sorted()))
        }
        return (id.rawValue, key.id)
    }

    private func check(_ definitions: [AttributeDefinition]) throws {
        guard definitions.count <= 50 else { throw SearchParser.problem("body", "has at most 50 attributes") }
        var names: Set<String> = []
        for definition in definitions {
            let name = definition.name
            let isWellFormed =
                (1...50).contains(name.utf8.count) && name.utf8.first.map(Self.isLetter) == true
                && name.utf8.allSatisfy { Self.isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x5f }
            guard isWellFormed else {
                throw SearchParser.problem(name, "has to be 1 to 50 letters, digits, - or _, a letter first")
            }
            guard CatalogField(rawValue: name) == nil else { throw SearchParser.problem(name, "is a standard field") }
            guard names.insert(name).inserted else { throw SearchParser.problem(name, "appears twice") }
            if case .choice(let choices) = definition.kind {
                guard (1...200).contains(choices.count), choices.allSatisfy({ (1...200).contains($0.count) }) else {
                    throw SearchParser.problem(name, "has 1 to 200 choices of 1 to 200 characters")
                }
            }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
