import AtollCenter
import AtollCenterAPI
import Foundation
import HTTPTypes
import Hummingbird

extension Console {
    /// What a script asks while a page is open, so that its counts are those of now.
    var liveRoutes: [CenterRoute] {
        [
            .outside(.get, "counts") { request, context in
                try await answering(request, context) { visit in
                    struct Body: Encodable {
                        let unread: Int
                        let text: String
                    }
                    guard visit.account != nil else { return problem(visit, .forbidden, visit.texts("sign-in")) }
                    return try Self.json(
                        Body(
                            unread: visit.unread,
                            text: visit.texts("unread-notices", ["count": "\(visit.unread)"])))
                }
            },
            .outside(.get, "miniapps/:id/versions/:code/live") { request, context in
                try await answering(request, context) { visit in
                    struct Body: Encodable {
                        let state: String
                    }
                    guard visit.account != nil else { return problem(visit, .forbidden, visit.texts("sign-in")) }
                    let route = try route(visit)
                    let version: VersionView = try await interface.get(route, for: visit)
                    let pictures: PicturesView? = try await interface.find(route + "/pictures", for: visit)
                    return try Self.json(Body(state: Self.liveState(of: version, pictures)))
                }
            },
        ]
    }

    /// What changes when a version's page is to be read again: its state, and how far its pictures are.
    static func liveState(of version: VersionView, _ pictures: PicturesView?) -> String {
        "\(version.revision) \(version.state.rawValue) \(version.permyriad) \(pictures?.state ?? "none")"
    }

    private static func json(_ body: some Encodable) throws -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(body))))
    }
}
