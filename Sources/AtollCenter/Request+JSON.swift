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

extension Decoder {
    /// Makes sure that an object has no members but these.
    ///
    /// - Throws: A `DecodingError` that names the first of the others.
    func allow(only names: [String]) throws {
        let container = try container(keyedBy: AnyKey.self)
        let others = container.allKeys.filter { !names.contains($0.stringValue) }
        guard let other = others.min(by: { $0.stringValue < $1.stringValue }) else { return }
        throw DecodingError.dataCorruptedError(
            forKey: other, in: container, debugDescription: DecodingError.unknownMember)
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
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

    fileprivate static let unknownMember = "unknown member"

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
        case .dataCorrupted(let context) where context.debugDescription == Self.unknownMember:
            "\"\(place)\" is not a member that is known here."
        default: "\"\(place)\" has another form than it should."
        }
    }
}
