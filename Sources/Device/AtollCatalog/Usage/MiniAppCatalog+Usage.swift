import AtollPackages
import Foundation

extension MiniAppCatalog {
    /// Sends the counts to the Center, if it is time: at most once an hour. Counts that can't be sent are stored.
    ///
    /// Loading a mini app calls it; a host need not.
    ///
    /// - Returns: Whether a report was taken.
    @discardableResult
    public func sendUsage(every interval: TimeInterval = UsageLog.interval) async -> Bool {
        guard let usage = cache.usage, let report = usage.dueReport(every: interval) else { return false }
        do throws(CatalogError) {
            try await client.send(report)
        } catch .invalidRequest {
            // It will never be taken.
            usage.delivered(report.id)
            return false
        } catch {
            return false
        }
        usage.delivered(report.id)
        return true
    }
}

extension CenterClient {
    /// Sends a report.
    fileprivate func send(_ report: UsageReport) async throws(CatalogError) {
        let token: String?
        let body: Data
        do {
            token = try await self.token()
            body = try JSONEncoder().encode(report)
        } catch {
            throw .unauthorized
        }
        // The user is signed out: later, perhaps.
        guard let token else { throw .unauthorized }
        let request = CatalogRequest(
            center.appending(path: "v1/reports"), token: token, host: host, limit: Self.listingLimit)
        let response = try await transport.post(body, with: request)
        switch response.status {
        case 200..<300: return
        case 401, 403, 404: throw .unauthorized
        case 400, 413, 422: throw .invalidRequest("the Center does not take the report")
        default: throw .network("the Center responded with status \(response.status)")
        }
    }
}
