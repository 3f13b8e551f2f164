import HTTPTypes
import Hummingbird
import NIOCore

/// Compresses texts for clients that accept it: answers of another responder whose length is known and within limits.
/// Streams and parts of files are sent unchanged.
package struct CompressingResponder<Base: HTTPResponder>: HTTPResponder {
    private let base: Base
    private let copies = CompressedCopies()

    /// The length of the shortest answer that is compressed, in bytes. Below this, compression costs more than it
    /// saves.
    private static var minimum: Int { 860 }
    /// The length of the longest answer that is compressed, in bytes. Longer ones are sent unchanged.
    private static var maximum: Int { 2 << 20 }

    package init(_ base: Base) { self.base = base }

    package func respond(to request: Request, context: Base.Context) async throws -> Response {
        let response = try await base.respond(to: request, context: context)
        return try await compressed(response, for: request)
    }

    private func compressed(_ response: Response, for request: Request) async throws -> Response {
        guard let type = response.headers[.contentType], Self.isText(type), response.headers[.contentEncoding] == nil,
            response.status.kind != .informational,
            ![.noContent, .notModified, .partialContent].contains(response.status)
        else { return response }
        var response = response
        response.headers.addVary("Accept-Encoding")
        guard request.method != .head, Gzip.isAccepted(by: request.headers[.acceptEncoding]),
            let length = response.body.contentLength, (Self.minimum...Self.maximum).contains(length)
        else { return response }
        let collector = BodyCollector(limit: length)
        try await response.body.write(collector)
        guard let compressed = copies.compressed(collector.bytes), compressed.readableBytes < length else {
            response.body = ResponseBody(byteBuffer: collector.bytes)
            return response
        }
        response.headers[.contentEncoding] = "gzip"
        // A weak tag, because the text is the same, but not the bytes.
        if let tag = response.headers[.eTag], !tag.hasPrefix("W/") { response.headers[.eTag] = "W/" + tag }
        response.headers[.contentLength] = nil
        response.body = ResponseBody(byteBuffer: compressed)
        return response
    }

    private static func isText(_ type: String) -> Bool {
        let type = type.prefix { $0 != ";" }.lowercased()
        return type.hasPrefix("text/") && type != "text/event-stream" || type.hasSuffix("+json")
            || type.hasSuffix("+xml")
            || ["application/json", "application/javascript", "application/xml", "application/wasm"].contains(type)
    }
}

extension HTTPFields {
    /// Declares that the answer depends on another of the request's headers.
    package mutating func addVary(_ name: String) {
        let names = (self[.vary] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
        guard !names.contains(where: { $0.lowercased() == name.lowercased() }) else { return }
        self[.vary] = (names + [name]).joined(separator: ", ")
    }
}
