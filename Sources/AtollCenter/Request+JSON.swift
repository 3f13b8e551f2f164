import AtollPackages
import BoundedServer
import Foundation
import Hummingbird

extension Request {
    /// The body as JSON, of at most `limit` bytes.
    ///
    /// - Throws: A 413 or 400 ``Problem``, which names what is wrong.
    func json<Value: Decodable>(upTo limit: Int) async throws -> Value {
        guard let body = try await body(upTo: limit) else {
            throw Problem(.contentTooLarge, "The body has at most \(limit) bytes.", subject: "body")
        }
        do {
            return try MiniAppListingPage.decoder.decode(Value.self, from: Data(body.readableBytesView))
        } catch let error as DecodingError {
            throw Problem(.badRequest, error.reason, subject: error.place)
        }
    }
}

extension Response {
    /// An answer for one key only, in JSON.
    static func json(_ value: some Encodable) throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "private, no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try MiniAppListingPage.encoder.encode(value)))
        )
    }
}

extension DecodingError {
    private var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    /// The member concerned, such as `places.0.name`.
    fileprivate var place: String {
        var names = context?.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } ?? []
        if case .keyNotFound(let key, _) = self { names.append(key.stringValue) }
        return names.isEmpty ? "body" : names.joined(separator: ".")
    }

    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing."
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "The body is not JSON."
        default: "\"\(place)\" has another form than it should."
        }
    }
}
