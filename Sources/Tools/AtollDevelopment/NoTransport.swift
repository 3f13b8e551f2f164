import AtollCatalog

/// Reaches no Center: a shell for development has none.
struct NoTransport: CatalogTransport {
    func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
        throw .network("during development, there is no Center")
    }
}
