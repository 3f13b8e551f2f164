import AtollCenterAnswers
import AtollPackages
import BoundedServer
import Foundation
import Hummingbird
import SignedJSON

extension Request {
    /// Decodes a body of at most `limit` bytes from JSON.
    ///
    /// - Parameter schema: A schema that the body must also match, or `nil`.
    /// - Throws: A 413 ``Problem`` for a longer body, or a 400 that names the invalid member.
    func json<Value: Decodable>(upTo limit: Int, schema: JSONSchema? = nil) async throws -> Value {
        guard let body = try await body(upTo: limit) else {
            throw Problem(.contentTooLarge, "The body must be at most \(limit) bytes long.", subject: "body")
        }
        let data = Data(body.readableBytesView)
        let parsed = try Problem.check(data)
        do {
            let value = try JSONDecoder.center.decode(Value.self, from: data)
            try schema?.check(parsed)
            return value
        } catch let error as DecodingError {
            // The schema lists the texts that a member may be.
            if error.isInvalidValue { try schema?.check(parsed) }
            throw Problem(.badRequest, error.reason, subject: error.place)
        }
    }
}

extension Problem {
    /// Checks what a decoder does not: that no object in a body has a member twice, of which it would take one while
    /// the sender may have meant the other; and that no text has U+0000, which not every database can store.
    ///
    /// The decoder takes more than JSON in UTF-8, so it gets only a body that was checked here: in others nothing
    /// limits the time that it takes to compare names.
    ///
    /// - Returns: The value.
    /// - Throws: A 400 ``Problem`` that names the member.
    static func check(_ body: Data) throws -> JSONValue {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: Array(body), numbers: .unbounded)
        } catch {
            switch error {
            case .duplicateName(let name): throw Problem.part(name, "appears twice")
            case .tooManyMarks: throw Problem(.badRequest, error.description, subject: "body")
            default: throw Problem.notJSON
            }
        }
        try check(value, at: "body")
        return value
    }

    static var notJSON: Problem { Problem(.badRequest, "The body is not valid JSON.", subject: "body") }

    static let hasNul = "must not include the character U+0000"

    private static func check(_ value: JSONValue, at place: String) throws {
        switch value {
        case .string(let text):
            guard !text.utf8.contains(0) else { throw Problem.part(place, hasNul) }
        case .array(let values): for value in values { try check(value, at: place) }
        case .object(let members):
            for (name, value) in members {
                guard !name.text.utf8.contains(0) else { throw Problem.part(place, hasNul) }
                try check(value, at: name.text)
            }
        default: break
        }
    }
}

extension Response {
    /// A JSON response that must not be cached.
    static func json(_ value: some Encodable) throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "private, no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder.center.encode(value)))
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

    /// Whether a member has a value that its type does not have, such as an unknown role.
    fileprivate var isInvalidValue: Bool {
        guard case .dataCorrupted(let context) = self else { return false }
        return !context.codingPath.isEmpty && context.debugDescription != Self.unknownMember
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
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "The body is not valid JSON."
        case .dataCorrupted(let context) where context.debugDescription == Self.unknownMember:
            "\"\(place)\" is not a known member."
        default: "\"\(place)\" does not have the expected form."
        }
    }
}
