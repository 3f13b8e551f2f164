/// Tries again what the network stopped, or a server that was out of order: three times at most.
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

    /// A stream is taken up again by whoever knows what has come.
    func stream(_ request: CatalogRequest, _ take: (CatalogChunk) throws -> Void) async throws(CatalogError) {
        try await base.stream(request, take)
    }
}
