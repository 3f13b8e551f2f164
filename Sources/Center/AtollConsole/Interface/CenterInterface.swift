import AtollCenter
import AtollPackages
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird

/// The Center's own API, called in this process. What a page shows and does uses the same routes, with the same rules,
/// as a program's requests under `/v1`.
struct CenterInterface: Sendable {
    private let responder: any HTTPResponder<CenterContext>

    /// The maximum length of a response that a page reads, in bytes.
    private static let maximumAnswer = 64 << 20

    init(_ center: MiniAppCenter) { responder = center.interfaceResponder() }

    /// Fetches and decodes the response of a route.
    ///
    /// - Parameter path: The path with its query, percent-encoded.
    /// - Throws: ``InterfaceError`` if the route refuses the request.
    func get<Answer: Decodable>(_ path: String, for visit: Visit) async throws -> Answer {
        try JSONDecoder.center.decode(Answer.self, from: await send(.get, path, for: visit))
    }

    /// Fetches and decodes the response of a route, or returns nil if the visitor may not read it.
    func find<Answer: Decodable>(_ path: String, for visit: Visit) async throws -> Answer? {
        do { return try await get(path, for: visit) } catch let error as InterfaceError where error.isAbsence {
            return nil
        }
    }

    /// Sends a request to a route.
    ///
    /// - Parameters:
    ///   - body: The value that is sent as JSON, or nil.
    ///   - revision: The revision that the visitor has seen, or nil.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: (any Encodable)? = nil, revision: Int? = nil,
        for visit: Visit
    ) async throws -> Data {
        var headers: HTTPFields = [:]
        if let revision { headers[.ifMatch] = "\"\(revision)\"" }
        var buffer = ByteBuffer()
        if let body {
            headers[.contentType] = "application/json"
            buffer.writeBytes(try JSONEncoder().encode(body))
        }
        return try await send(method, path, headers, RequestBody(buffer: buffer), for: visit)
    }

    /// Sends a request to a route with a body that may still be arriving.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields, _ body: RequestBody, for visit: Visit
    ) async throws -> Data {
        var headers = headers
        headers[.userAgent] = visit.request.headers[.userAgent] ?? ""
        if let secret = visit.secret { headers[.authorization] = "Bearer \(secret)" }
        let request = Request(
            head: HTTPRequest(
                method: method, scheme: "http", authority: visit.request.head.authority, path: "/v1/" + path,
                headerFields: headers),
            body: body)
        let response = try await responder.respond(to: request, context: visit.context)
        let answer = try await Self.data(of: response)
        guard response.status.kind == .successful else { throw InterfaceError(response.status, answer) }
        return answer
    }

    private static func data(of response: Response) async throws -> Data {
        let collector = BodyCollector(limit: maximumAnswer)
        try await response.body.write(collector)
        return Data(collector.bytes.readableBytesView)
    }
}
