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
    /// The head of the answer is longer than any that means well, in bytes.
    case headTooLong(limit: Int)
    /// The whole answer did not come in time.
    case deadline(Duration)
    /// Nothing came for so long.
    case silence(Duration)
    /// It came more slowly than the least rate.
    case tooSlow(bytesPerSecond: Int)
    /// The answer sent the request on again and again.
    case redirects(limit: Int)
    /// The server could not be reached, or went away: what the system says.
    case network(String)
    /// What answered does not speak HTTP.
    case notHTTP
    /// The request can't be sent as it is.
    case badRequest
    /// The caller was cancelled.
    case cancelled
    /// The caller did not want what came.
    case stopped(any Error)
}

extension TransferError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLong(let limit): "the body is longer than \(limit) bytes"
        case .headTooLong(let limit): "the head of the answer is longer than \(limit) bytes"
        case .deadline(.zero): "there was no time left for the answer"
        case .deadline(let time): "the whole answer did not come within \(Self.seconds(time)) seconds"
        case .silence(let time): "nothing came for \(time.components.seconds) seconds"
        case .tooSlow(let rate): "the answer came more slowly than \(rate) bytes a second"
        case .redirects(let limit): "the answer was a redirect more than \(limit) times"
        case .network(let reason): reason
        case .notHTTP: "the answer is not HTTP"
        case .badRequest: "the request has characters that cannot be sent"
        case .cancelled: "the call was cancelled"
        case .stopped(let error): String(describing: error)
        }
    }

    /// Whole seconds, rounded up.
    private static func seconds(_ time: Duration) -> Int64 {
        time.components.seconds + (time.components.attoseconds > 0 ? 1 : 0)
    }
}
