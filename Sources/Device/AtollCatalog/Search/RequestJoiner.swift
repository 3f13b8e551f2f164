import Foundation

/// Lets concurrent requests for the same URL share one response: ten tiles that need the same one make one request.
actor RequestJoiner {
    private var underWay: [URL: (task: Task<Result<CatalogResponse, CatalogError>, Never>, waiting: Int)] = [:]

    /// How many callers wait for responses.
    var waiting: Int { underWay.values.reduce(0) { $0 + $1.waiting } }

    /// The response for a URL, from a request in progress or from `get`.
    func response(
        to url: URL, _ get: @escaping @Sendable () async throws(CatalogError) -> CatalogResponse
    ) async throws(CatalogError) -> CatalogResponse {
        let task =
            underWay[url]?.task
            ?? Task { () -> Result<CatalogResponse, CatalogError> in
                do throws(CatalogError) {
                    return .success(try await get())
                } catch {
                    return .failure(error)
                }
            }
        underWay[url] = (task, (underWay[url]?.waiting ?? 0) + 1)
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            Task { await self.leave(url, task) }
        }
        if underWay[url]?.task == task { underWay[url] = nil }
        if Task.isCancelled { throw .network("the call was cancelled") }
        return try result.get()
    }

    /// Cancels a request once its last caller has been cancelled.
    private func leave(_ url: URL, _ task: Task<Result<CatalogResponse, CatalogError>, Never>) {
        guard let entry = underWay[url], entry.task == task else { return }
        underWay[url] = (task, entry.waiting - 1)
        if entry.waiting == 1 {
            underWay[url] = nil
            task.cancel()
        }
    }
}
