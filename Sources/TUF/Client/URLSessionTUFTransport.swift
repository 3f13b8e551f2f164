import BoundedHTTP
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A repository over HTTP, by Foundation's `URLSession`.
public struct URLSessionTUFTransport: TUFTransport {
    private let session: BoundedSession

    /// - Parameters:
    ///   - timeout: The longest wait for the next bytes, in seconds.
    ///   - deadline: The longest time for one file, in seconds, however slowly it comes.
    public init(timeout: TimeInterval = 15, deadline: TimeInterval = 120) {
        session = BoundedSession(timeout: timeout, deadline: deadline, followsRedirects: true)
    }

    public func get(_ url: URL, limit: Int) async throws(TUFTransportError) -> Data {
        let (status, body): (Int, Data)
        do throws(TransferError) {
            (status, body) = try await session.data(for: URLRequest(url: url), limit: limit)
        } catch {
            if case .tooLong(let limit) = error { throw .tooLong(limit: limit) }
            throw .network(error.description)
        }
        switch status {
        case 200: return body
        // Stores of files answer with 403 where there is none.
        case 403, 404: throw .notFound
        default: throw .status(status)
        }
    }
}
