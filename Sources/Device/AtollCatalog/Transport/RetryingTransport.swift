import Foundation

/// Retries requests that failed in the network or with a server error: at most three attempts.
struct RetryingTransport: CatalogTransport {
    let base: any CatalogTransport

    func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
        var attempts = Attempts()
        while true {
            do throws(CatalogError) {
                let response = try await base.get(request)
                guard response.status >= 500, await attempts.mayTryAgain() else { return response }
            } catch {
                guard case .network = error, await attempts.mayTryAgain() else { throw error }
            }
        }
    }

    /// Not retried here: what can't be sent now is sent later.
    func post(_ json: Data, with request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
        try await base.post(json, with: request)
    }

    /// Not retried here: the caller knows which bytes have arrived, and resumes after them.
    func stream(_ request: CatalogRequest, _ take: (CatalogChunk) throws -> Void) async throws(CatalogError) {
        try await base.stream(request, take)
    }
}
