import AtollCenter
import AtollCenterAPI
import Foundation
import HTTPTypes
import Hummingbird

extension Console {
    /// The routes that a script polls while a page is open, to update its counts.
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

    /// A value that changes when the page of a version must be reloaded: its state, and the state of its pictures.
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
