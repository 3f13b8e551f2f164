import Foundation
import Hummingbird

/// What a ``WorkRoute`` answers.
struct WorkAnswer: Sendable {
    let status: HTTPResponse.Status
    /// JSON, or nothing; or what ``mediaType`` says.
    let body: Data
    /// What the body is, if not JSON.
    var mediaType: String?
    var headers: HTTPFields = [:]

    /// An answer without a body.
    init(_ status: HTTPResponse.Status) {
        self.init(status, Data())
    }

    init(_ status: HTTPResponse.Status, _ body: Data) {
        self.status = status
        self.body = body
    }

    init(_ status: HTTPResponse.Status, json value: some Encodable) throws {
        self.init(status, try JSONEncoder.center.encode(value))
    }

    /// The response, which must not be cached.
    var response: Response {
        guard !body.isEmpty || mediaType != nil else { return Response(status: status) }
        var headers = headers
        headers[.contentType] =
            mediaType ?? (status.kind == .successful ? "application/json" : "application/problem+json")
        headers[.cacheControl] = "private, no-store"
        return Response(
            status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}
