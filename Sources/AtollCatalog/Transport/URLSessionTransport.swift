import BoundedHTTP
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The Center over HTTP, by Foundation's `URLSession`.
///
/// The Center never redirects, so a redirect is somebody else's answer, and is not followed: a token must not follow it.
public struct URLSessionTransport: CatalogTransport {
    private let session: BoundedSession

    /// - Parameters:
    ///   - timeout: The longest wait for the next bytes, in seconds.
    ///   - deadline: The longest time for one answer, in seconds, however slowly it comes.
    public init(timeout: TimeInterval = 15, deadline: TimeInterval = 300) {
        session = BoundedSession(timeout: timeout, deadline: deadline)
    }

    public func get(_ url: URL, token: String?, limit: Int) async throws(CatalogError) -> CatalogResponse {
        var request = URLRequest(url: url)
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        do throws(TransferError) {
            let (status, body) = try await session.data(for: request, limit: limit)
            return CatalogResponse(status: status, body: body)
        } catch {
            throw CatalogError(error)
        }
    }

    public func stream(
        _ url: URL, from offset: Int, limit: Int, _ take: (CatalogChunk) throws -> Void
    ) async throws(CatalogError) {
        var request = URLRequest(url: url)
        if offset > 0 { request.setValue("bytes=\(offset)-", forHTTPHeaderField: "Range") }
        do throws(TransferError) {
            try await session.receive(request, limit: limit) { part in
                switch part {
                case .head(let status): try take(.status(status))
                case .chunk(let data): try take(.bytes(data))
                }
            }
        } catch {
            throw CatalogError(error)
        }
    }
}

extension CatalogError {
    fileprivate init(_ error: TransferError) {
        switch error {
        case .tooLong, .notHTTP: self = .invalidResponse(error.description)
        case .stopped(let reason as CatalogError): self = reason
        case .stopped, .network, .deadline, .cancelled: self = .network(error.description)
        }
    }
}
