import AtollPackages
import Foundation

/// Sends the catalog's requests to the Center. The default is ``HTTPCatalogTransport``; a test can pass a transport
/// that responds from memory, or fails.
public protocol CatalogTransport: Sendable {
    /// Sends a request and returns the whole response.
    ///
    /// - Throws: ``CatalogError/network(_:)``, or ``CatalogError/invalidResponse(_:)`` for a body over the limit.
    func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse

    /// Sends JSON with the method POST, and returns the whole response.
    ///
    /// - Throws: As ``get(_:)``.
    func post(_ json: Data, with request: CatalogRequest) async throws(CatalogError) -> CatalogResponse

    /// Sends a request and passes on the response in parts, as they arrive.
    ///
    /// - Parameter take: Called with the status first, then with the bytes. An error that it throws ends the transfer.
    /// - Throws: As ``get(_:)``; or the error of `take`, if it is a ``CatalogError``.
    func stream(_ request: CatalogRequest, _ take: (CatalogChunk) throws -> Void) async throws(CatalogError)
}

extension CatalogTransport {
    /// Sends nothing, for transports that only fetch.
    public func post(_ json: Data, with request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
        throw .network("this transport sends nothing")
    }

    /// Passes on the response of ``get(_:)`` as one chunk, for transports without streaming.
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
