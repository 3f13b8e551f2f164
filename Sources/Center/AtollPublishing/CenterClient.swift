import BoundedHTTP
import Foundation

/// A client of a Center for people and programs: it calls any route of its OpenAPI document.
///
/// ```swift
/// let client = CenterClient(center: center, secret: secret)
/// let page = try await client.send("GET", "v1/organizations")
/// ```
public struct CenterClient: Sendable {
    /// The Center's URL.
    public let center: URL
    private let secret: String?
    // Redirects are not followed, because the secret would be sent along.
    private let session = BoundedSession(timeout: .seconds(30), deadline: .seconds(60))
    private static let maximumAnswer = 16 * 1024 * 1024

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - center: The Center's URL: HTTPS, or on this machine. Any other is refused when a request is made.
    ///   - secret: The secret of a session or an API key; nil for the few routes that need none. It is never logged.
    public init(center: URL, secret: String?) {
        self.center = center
        self.secret = secret
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - path: The path and the query, such as `v1/audit?limit=10`, percent-encoded.
    ///   - json: The body, or nil for none.
    ///   - revision: The revision that was read. The change fails if there is a later one.
    /// - Returns: The body of the response; empty if it has none.
    /// - Throws: ``PublishingFailure`` or `CancellationError`.
    public func send(_ method: String, _ path: String, _ json: Data? = nil, revision: Int? = nil) async throws -> Data {
        guard center.protectsSecrets else { throw PublishingFailure.insecure(center.absoluteString) }
        let base = center.absoluteString.hasSuffix("/") ? center.absoluteString : center.absoluteString + "/"
        guard let url = URL(string: base + path) else { throw PublishingFailure.unexpectedAnswer }
        var request = TransferRequest(url, method: method, body: json)
        if let secret { request.set("Authorization", to: "Bearer \(secret)") }
        if json != nil { request.set("Content-Type", to: "application/json") }
        if let revision { request.set("If-Match", to: "\"\(revision)\"") }
        let (status, data): (Int, Data)
        do {
            (status, data) = try await session.data(for: request, limit: Self.maximumAnswer)
        } catch .cancelled {
            throw CancellationError()
        } catch {
            throw PublishingFailure.network(error.description)
        }
        guard !(300..<400).contains(status) else { throw PublishingFailure.redirected(status: status) }
        guard (200..<300).contains(status) else { throw PublishingFailure(status: status, answer: data) }
        return data
    }
}
