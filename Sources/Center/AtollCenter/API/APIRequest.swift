import AtollCenterAnswers
import AtollCenterDomain
import Foundation
import Hummingbird

/// A request to an ``APIRoute``, with its caller.
struct APIRequest: Sendable {
    var request: Request
    let context: CenterContext
    /// Who asks; nil for a route for anyone.
    let caller: Caller?
    /// The session of a signed-in caller.
    let session: AccountSession?
    let origin: AuditActor.Origin

    /// The longest body, in bytes.
    static let bodyLimit = 64 * 1024
    /// How many rows a page of a list has at most.
    static let maximumPage = 200

    /// Who asks, of a route that is not for anyone.
    func who() throws -> Caller {
        guard let caller else { throw Problem.noCredentials }
        return caller
    }

    /// Returns the session of the signed-in caller, for a route about their own account.
    func ownSession() throws -> AccountSession {
        guard let session else { throw Problem.noCredentials }
        return session
    }

    /// A part of the path.
    func part(_ name: String) throws -> String {
        let text = context.parameters.get(name).flatMap { $0.removingPercentEncoding } ?? ""
        guard (1...200).contains(text.utf8.count), !text.utf8.contains(0) else {
            throw Problem(.notFound, "There is nothing at this address.", rule: "unknown")
        }
        return text
    }

    /// The revision that the sender has read, by the header `If-Match`; nil if it may be any.
    func revision() throws -> Int? { try Self.revision(of: request) }

    static func revision(of request: Request) throws -> Int? {
        guard let text = request.headers[.ifMatch] else { return nil }
        if text.isEmpty || text == "*" { return nil }
        let digits = text.hasPrefix("\"") && text.hasSuffix("\"") ? text.dropFirst().dropLast() : Substring(text)
        guard digits.utf8.count <= 18, let number = Int(digits), number > 0 else {
            throw Problem(
                .badRequest, "If-Match must have a revision, such as \"3\".", subject: "If-Match", rule: "if-match")
        }
        return number
    }

    /// Returns a parameter of the query, at most once, with 1 to 200 bytes, or up to `limit`.
    func query(_ name: String, upTo limit: Int = 200) throws -> String? {
        let values = request.uri.queryParameters.getAll(name)
        guard values.count <= 1 else { throw Problem.part(name, "appears twice") }
        guard let value = values.first.map({ String($0) }) else { return nil }
        guard (1...limit).contains(value.utf8.count), !value.utf8.contains(0) else {
            throw Problem.part(name, "must have 1 to \(limit) bytes, and no U+0000")
        }
        return value
    }

    /// A whole number of the query.
    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = try query(name) else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number)
        else {
            throw Problem.part(name, "must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// How many rows a page has.
    func pageSize() throws -> Int { try number("limit", in: 1...Self.maximumPage) ?? 50 }

    static let cursorParameter = RouteDocument.Parameter(
        name: "cursor", schema: .text(1...200), summary: "The `next` of the previous page.")

    static let limitParameter = RouteDocument.Parameter(
        name: "limit", schema: .integer(1...maximumPage), summary: "How many, 50 by default.")
}
