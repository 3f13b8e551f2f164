import Foundation

/// The reason that a response was not received completely.
package enum TransferError: Error {
    /// The body is longer than its limit, in bytes.
    case tooLong(limit: Int)
    /// The head of the response is longer than its limit, in bytes.
    case headTooLong(limit: Int)
    /// The complete response did not arrive in this time.
    case deadline(Duration)
    /// Nothing arrived for this long.
    case silence(Duration)
    /// The response arrived more slowly than the minimum rate.
    case tooSlow(bytesPerSecond: Int)
    /// There were more redirects than the limit.
    case redirects(limit: Int)
    /// The server could not be reached, or the connection failed: the system's description.
    case network(String)
    /// The response is not HTTP.
    case notHTTP
    /// The request can't be sent.
    case badRequest
    /// The caller was cancelled.
    case cancelled
    /// The caller stopped the transfer with this error.
    case stopped(any Error)
}

extension TransferError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLong(let limit): "the body is longer than \(limit) bytes"
        case .headTooLong(let limit): "the head of the response is longer than \(limit) bytes"
        case .deadline(.zero): "there was no time left for the request"
        case .deadline(let time): "the complete response did not arrive within \(Self.seconds(time)) seconds"
        case .silence(let time): "nothing arrived for \(time.components.seconds) seconds"
        case .tooSlow(let rate): "the response arrived more slowly than \(rate) bytes per second"
        case .redirects(let limit): "there were more than \(limit) redirects"
        case .network(let reason): reason
        case .notHTTP: "the response is not HTTP"
        case .badRequest: "the request has characters that can't be sent"
        case .cancelled: "the call was cancelled"
        case .stopped(let error): String(describing: error)
        }
    }

    /// Whole seconds, rounded up.
    private static func seconds(_ time: Duration) -> Int64 {
        time.components.seconds + (time.components.attoseconds > 0 ? 1 : 0)
    }
}
