import Foundation

/// How the catalog reaches the Center. The catalog's own is ``URLSessionTransport``; a test brings one that answers
/// from memory, or fails.
public protocol CatalogTransport: Sendable {
    /// Gets `url`.
    ///
    /// - Parameters:
    ///   - token: Sent as a bearer token where there is one.
    ///   - limit: The most bytes that the body may have. A transport stops reading there, so that a body that never
    ///     ends costs no more than its limit.
    /// - Throws: ``CatalogError/network(_:)``, or ``CatalogError/invalidResponse(_:)`` for a body over the limit.
    func get(_ url: URL, token: String?, limit: Int) async throws(CatalogError) -> CatalogResponse

    /// Gets `url` part by part, as it comes.
    ///
    /// - Parameters:
    ///   - offset: The bytes of the body that the caller has already: asked for is what comes after them. A server that
    ///     answers with status 200 rather than 206 sends all of it again.
    ///   - limit: The most bytes that may come.
    ///   - take: Called with the status first, and then with the bytes. What it throws ends the transfer.
    /// - Throws: As ``get(_:token:limit:)``; or what `take` throws, if it is a ``CatalogError``.
    func stream(
        _ url: URL, from offset: Int, limit: Int, _ take: (CatalogChunk) throws -> Void
    ) async throws(CatalogError)
}

extension CatalogTransport {
    /// For a transport that knows whole answers only: one chunk.
    public func stream(
        _ url: URL, from offset: Int, limit: Int, _ take: (CatalogChunk) throws -> Void
    ) async throws(CatalogError) {
        let response = try await get(url, token: nil, limit: limit)
        do {
            try take(.status(response.status))
            try take(.bytes(response.body))
        } catch let error as CatalogError {
            throw error
        } catch {
            throw .network(String(describing: error))
        }
    }
}

/// An answer: its status and its whole body.
public struct CatalogResponse: Sendable {
    public let status: Int
    public let body: Data

    public init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }
}

/// A part of an answer.
public enum CatalogChunk: Sendable {
    /// What the server says of the answer, before its body.
    case status(Int)
    case bytes(Data)
}
