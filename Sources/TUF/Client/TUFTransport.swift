import Foundation

/// How a client reaches a repository.
public protocol TUFTransport: Sendable {
    /// Gets a file.
    ///
    /// - Parameter limit: The most bytes that it may have. A transport stops reading there, so that a body that never ends
    ///   costs no more than its limit.
    func get(_ url: URL, limit: Int) async throws(TUFTransportError) -> Data
}

/// Why a file was not got.
public enum TUFTransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such file.
    case notFound
    /// It is longer than its limit.
    case tooLong(limit: Int)
    /// The server answered with this status.
    case status(Int)
    /// The server could not be reached, or went away.
    case network(String)

    public var description: String {
        switch self {
        case .notFound: "It is not there."
        case .tooLong(let limit): "It is longer than \(limit) bytes."
        case .status(let status): "The server answered with \(status)."
        case .network(let text): text
        }
    }
}
