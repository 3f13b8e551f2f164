import Foundation

/// The reason that a file could not be downloaded.
public enum TUFTransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file does not exist.
    case notFound
    /// The file is longer than its limit, in bytes.
    case tooLong(limit: Int)
    /// The server sent a response that can't be used: why.
    case invalid(String)
    /// The server responded with this status.
    case status(Int)
    /// The server could not be reached, or the transfer failed: in what way.
    case network(String)

    public var description: String {
        switch self {
        case .notFound: "The file does not exist."
        case .tooLong(let limit): "The file is longer than \(limit) bytes."
        case .invalid(let reason): "The server sent a response that can't be used: \(reason)."
        case .status(let status): "The server responded with status \(status)."
        case .network(let text): text
        }
    }
}
