import Foundation

/// A way for a client to reach a repository.
public protocol TUFTransport: Sendable {
    /// Downloads a file.
    ///
    /// - Parameter limit: The maximum length in bytes. A transport stops reading there, so that an endless body costs
    ///   no more than its limit.
    func get(_ url: URL, limit: Int) async throws(TUFTransportError) -> Data
}
