import AtollPackages
import Foundation

/// How the catalog reaches the Center. The catalog's own is ``HTTPCatalogTransport``; a test brings one that answers
/// from memory, or fails.
public protocol CatalogTransport: Sendable {
    /// Gets what a request asks for.
    ///
    /// - Throws: ``CatalogError/network(_:)``, or ``CatalogError/invalidResponse(_:)`` for a body over the limit.
    func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse

    /// Gets what a request asks for part by part, as it comes.
    ///
    /// - Parameter take: Called with the status first, and then with the bytes. What it throws ends the transfer.
    /// - Throws: As ``get(_:)``; or what `take` throws, if it is a ``CatalogError``.
    func stream(_ request: CatalogRequest, _ take: (CatalogChunk) throws -> Void) async throws(CatalogError)
}

extension CatalogTransport {
    /// For a transport that knows whole answers only: one chunk.
    public func stream(
        _ request: CatalogRequest, _ take: (CatalogChunk) throws -> Void
    ) async throws(CatalogError) {
        let response = try await get(request)
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

/// What is asked of the Center.
public struct CatalogRequest: Sendable {
    public var url: URL
    /// Sent as a bearer token where there is one.
    public var token: String?
    /// What runs mini apps here, for answers that depend on it.
    public var host: HostIdentity?
    /// The most bytes that the body may have. A transport stops reading there, so that a body that never ends costs no more
    /// than its limit.
    public var limit: Int
    /// The bytes of the body that the caller has already: asked for is what comes after them. A server that answers with
    /// status 200 rather than 206 sends all of it again.
    public var offset: Int

    public init(_ url: URL, token: String? = nil, host: HostIdentity? = nil, limit: Int, offset: Int = 0) {
        self.url = url
        self.token = token
        self.host = host
        self.limit = limit
        self.offset = offset
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
