import AtollCatalog

/// A transport that reaches no Center, because a development shell has none.
struct NoTransport: CatalogTransport {
    func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
        throw .network("during development, there is no Center")
    }
}
