import BoundedHTTP
import Foundation

/// A repository over HTTP.
public struct HTTPTUFTransport: TUFTransport {
    private let session: BoundedSession

    /// - Parameters:
    ///   - timeout: The longest wait for the next bytes, in seconds.
    ///   - deadline: The longest time for one file, in seconds, however slowly it comes.
    public init(timeout: TimeInterval = 10, deadline: TimeInterval = 30) {
        session = BoundedSession(timeout: timeout, deadline: deadline, followsRedirects: true)
    }

    public func get(_ url: URL, limit: Int) async throws(TUFTransportError) -> Data {
        let (status, body): (Int, Data)
        do throws(TransferError) {
            (status, body) = try await session.data(for: TransferRequest(url), limit: limit)
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
