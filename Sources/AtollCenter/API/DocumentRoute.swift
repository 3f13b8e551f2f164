import Foundation
import Hummingbird

/// `GET /v1/openapi.json`: what every route takes and answers, for people's tools.
struct DocumentRoute {
    let document: Data

    var route: CenterRoute {
        .outside(.get, "v1/openapi.json") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/json", .cacheControl: "public, max-age=60"],
                body: .init(byteBuffer: ByteBuffer(bytes: document)))
        }
    }
}
