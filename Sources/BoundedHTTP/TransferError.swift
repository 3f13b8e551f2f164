import Foundation

/// A part of an answer.
package enum TransferPart: Sendable {
    /// The status, which comes first.
    case head(status: Int)
    case chunk(Data)
}

/// Why an answer did not come whole.
package enum TransferError: Error {
    /// The body is longer than its limit, in bytes.
    case tooLong(limit: Int)
    /// The whole answer did not come in time.
    case deadline(seconds: TimeInterval)
    /// The server could not be reached, or went away: what the system says.
    case network(String)
    /// What answered does not speak HTTP.
    case notHTTP
    /// The caller was cancelled.
    case cancelled
    /// The caller did not want what came.
    case stopped(any Error)
}

extension TransferError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLong(let limit): "the body is longer than \(limit) bytes"
        case .deadline(let seconds): "the whole answer did not come within \(Int(seconds)) seconds"
        case .network(let reason): reason
        case .notHTTP: "it is not HTTP"
        case .cancelled: "the call was cancelled"
        case .stopped(let error): String(describing: error)
        }
    }
}
