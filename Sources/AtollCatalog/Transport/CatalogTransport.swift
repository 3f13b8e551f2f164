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
