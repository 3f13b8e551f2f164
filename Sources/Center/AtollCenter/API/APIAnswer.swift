import BoundedServer
import Foundation
import Hummingbird
import NIOCore

/// The answer of an ``APIRoute``.
struct APIAnswer: Sendable {
    let status: HTTPResponse.Status
    /// JSON, or nothing; or what ``mediaType`` says.
    let body: Data
    /// The media type of the body, if it is not JSON.
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

    /// Answers that are longer, in bytes, are sent from a file: a client that reads slowly must not hold them in
    /// memory.
    private static let longestInMemory = 64 * 1024

    /// The response, which must not be cached.
    ///
    /// - Parameter eventLoop: On which a long answer is read.
    func response(on eventLoop: any EventLoop) -> Response {
        guard !body.isEmpty || mediaType != nil else { return Response(status: status) }
        var headers = headers
        headers[.contentType] =
            mediaType ?? (status.kind == .successful ? "application/json" : "application/problem+json")
        headers[.cacheControl] = "private, no-store"
        let stored = body.count > Self.longestInMemory ? try? FileBody(storing: body) : nil
        return Response(
            status: status, headers: headers,
            body: stored?.body(on: eventLoop) ?? .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}
