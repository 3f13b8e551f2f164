import AtollPackages
import BoundedServer
import Foundation
import Hummingbird

/// `PUT /v1/miniapps/{id}/access`: which roles may open a mini app, and from which version of the super app on. It can be
/// said before the first version is there, so that there is no moment in which everybody sees it.
///
/// It decides who may open a mini app, not who can read its code: files and metadata are public, so that any CDN can have them, and
/// whoever knows the metadata can read them. What must stay secret belongs on the mini app's own server.
struct AccessRoutes {
    let store: any CatalogStore
    let publisher: Publisher
    let keys: APIKeys

    private struct Access: Codable {
        let roles: [String]
        let minimumHost: String?
    }

    func add(to router: Router<CenterContext>) {
        router.put("v1/miniapps/:id/access") { request, context -> Response in
            let id = try context.miniAppID()
            let key = try await request.authorize(.access, of: id, keys: keys)
            guard let body = try await request.body(upTo: 64 * 1024) else {
                throw Problem(.contentTooLarge, "A list of roles has at most 64 kB.", subject: "body")
            }
            guard let access = try? JSONDecoder().decode(Access.self, from: Data(body.readableBytesView)) else {
                throw Problem(.badRequest, #"The body must be JSON such as {"roles": ["Sales"]}."#)
            }
            guard access.roles.count <= 50, access.roles.allSatisfy({ (1...100).contains($0.count) }) else {
                throw Problem(.badRequest, "At most 50 roles of 1 to 100 characters are allowed.", subject: "roles")
            }
            if let version = access.minimumHost, !Self.isVersion(version) {
                throw Problem(.badRequest, "A version is numbers with dots between.", subject: "minimumHost")
            }
            try await store.setAccess(Set(access.roles), minimumHost: access.minimumHost, of: id)
            // Devices are told of the version in the release descriptor, and hold to it without the Center.
            do {
                try await publisher.announceAgain(id)
            } catch let error as PublishingError {
                throw Problem(error)
            }
            context.logger.info(
                "Access was changed.",
                metadata: ["miniApp": "\(id)", "roles": "\(access.roles.sorted())", "key": "\(key.id)"]
            )
            return Response(status: .noContent)
        }
    }

    private static func isVersion(_ text: String) -> Bool {
        text.utf8.count <= 50
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { UInt32($0) != nil }
    }
}
