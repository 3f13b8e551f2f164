import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import BoundedServer
import Foundation
import Hummingbird

/// `PUT /v1/miniapps/{id}/access` sets the roles that may open a mini app, and the minimum version of the super app. It
/// can be set before the first version is published, so that the mini app is never visible to every user.
///
/// Access controls who may open a mini app, not who can read its code: files and metadata are public, so that any CDN
/// can cache them, and anyone who knows the metadata can read them. Secrets belong on the mini app's own server.
struct AccessRoutes {
    let pipeline: ReleasePipeline
    let now: @Sendable () -> Date

    static let bodyLimit = 64 * 1024

    var routes: [CenterRoute] {
        [
            .publisher(
                .put, "v1/miniapps/:id/access", .setAccess, scopes: [.access],
                RouteDocument(
                    summary: "Set who may open a mini app, and in which versions of the super app", group: "publishing",
                    body: .access, status: .noContent)
            ) { try await set($0, $1) }
        ]
    }

    private struct Access: Decodable {
        let roles: [String]
        let minimumHost: String?

        private enum CodingKeys: String, CodingKey, CaseIterable { case roles, minimumHost }

        init(from decoder: any Decoder) throws {
            // A limit that is misspelled must not be left out.
            try decoder.allow(only: CodingKeys.allCases.map(\.rawValue))
            let values = try decoder.container(keyedBy: CodingKeys.self)
            roles = try values.decode([String].self, forKey: .roles)
            minimumHost = try values.decodeIfPresent(String.self, forKey: .minimumHost)
        }
    }

    private func set(_ request: Request, _ context: PublisherContext) async throws -> Response {
        guard let body = try await request.body(upTo: Self.bodyLimit) else {
            throw Problem(.contentTooLarge, "The list of roles must be at most 64 kB long.", subject: "body")
        }
        let data = Data(body.readableBytesView)
        _ = try Problem.check(data)
        guard let access = try? JSONDecoder().decode(Access.self, from: data) else {
            throw Problem(
                .badRequest,
                #"The body must be JSON such as {"roles": ["Sales"]}, with at most one more member, "minimumHost"."#)
        }
        guard access.roles.count <= 50, access.roles.allSatisfy({ (1...100).contains($0.unicodeScalars.count) }) else {
            throw Problem(.badRequest, "At most 50 roles of 1 to 100 characters are allowed.", subject: "roles")
        }
        if let version = access.minimumHost, !Self.isVersion(version) {
            throw Problem(.badRequest, "A version must consist of numbers separated by dots.", subject: "minimumHost")
        }
        let after = (Set(access.roles).sorted() + (access.minimumHost.map { ["from version \($0)"] } ?? []))
            .joined(separator: ", ")
        try await pipeline.setAccess(
            Set(access.roles), minimumHost: access.minimumHost, of: context.id,
            also: context.noting(.setAccess, .setAccess, after.isEmpty ? "everybody" : after, at: now()))
        context.log("Access was changed.", ["roles": "\(access.roles.sorted())"])
        return Response(status: .noContent)
    }

    private static func isVersion(_ text: String) -> Bool {
        text.utf8.count <= ReleasePipeline.maximumHostVersion && HostVersion.isVersion(text)
    }
}
