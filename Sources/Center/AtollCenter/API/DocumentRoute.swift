import AtollCenterAnswers
import Foundation
import Hummingbird
import NIOConcurrencyHelpers

/// `GET /v1/openapi.json`: what every route takes and answers, for people's tools.
struct DocumentRoute {
    private let routes: [DocumentedRoute]
    /// Created on the first request. It is rarely requested, and took more than a third of a Center's start in a debug build.
    private let document = NIOLockedValueBox<ByteBuffer?>(nil)

    /// - Parameter routes: The routes that the document has.
    init(routes: [DocumentedRoute]) { self.routes = routes }

    var route: CenterRoute {
        .outside(.get, "v1/openapi.json") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/json", .cacheControl: "public, max-age=60"],
                body: .init(byteBuffer: made()))
        }
    }

    private func made() -> ByteBuffer {
        document.withLockedValue { document in
            let made = document ?? ByteBuffer(bytes: OpenAPI.document(of: routes))
            document = made
            return made
        }
    }
}
