import BoundedHTTP
import Foundation

/// Reads a repository over HTTP.
public struct HTTPTUFTransport: TUFTransport {
    private let session: BoundedSession

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - timeout: The maximum wait for the next bytes, at least a second.
    ///   - deadline: The maximum time for one file, however slowly it arrives.
    public init(timeout: Duration = .seconds(10), deadline: Duration = .seconds(30)) {
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
        // Object stores respond with 403 for files that do not exist.
        case 403, 404: throw .notFound
        default: throw .status(status)
        }
    }
}
