import Foundation

/// HTTP for answers that nobody vouches for: none is longer than its limit, none takes longer than its deadline or comes more slowly
/// than the least rate, and nothing is kept beside.
///
/// On Apple's systems by `URLSession`; elsewhere by libcurl, since Foundation there decodes by itself and takes in what comes
/// faster than it is used, however much that is. Bodies come in chunks; on Linux the server waits while the caller is busy with one, on
/// Apple's systems up to `limit` bytes are kept.
package struct BoundedSession: Sendable {
    #if os(Linux)
    private typealias Transport = CurlTransport
    #else
    private typealias Transport = FoundationTransport
    #endif
    private let transport: Transport
    private let pace: TransferPace.Limits
    /// How often an answer may send a request elsewhere.
    static let redirectLimit = 5

    /// - Parameters:
    ///   - timeout: The longest wait for the next bytes, in seconds, from 1.
    ///   - deadline: The longest time for one answer, in seconds, however slowly it comes.
    ///   - followsRedirects: Whether an answer may send the request elsewhere, five times at most. Never where a token goes with it.
    package init(timeout: TimeInterval, deadline: TimeInterval, followsRedirects: Bool = false) {
        pace = TransferPace.Limits(patience: .seconds(max(1, timeout)), deadline: .seconds(deadline))
        transport = Transport(followsRedirects: followsRedirects)
    }

    /// An answer's status and whole body.
    ///
    /// - Parameter limit: The most bytes that the body may have; reading stops there.
    package func data(for request: TransferRequest, limit: Int) async throws(TransferError) -> (status: Int, body: Data)
    {
        var status = 0
        var body = Data()
        try await receive(request, limit: limit) { part in
            switch part {
            case .head(let code): status = code
            case .chunk(let data): body.append(data)
            }
        }
        return (status, body)
    }

    /// Calls `take` with the parts of an answer as they come: the head, then the chunks of the body.
    package func receive(
        _ request: TransferRequest, limit: Int, _ take: (TransferPart) throws -> Void
    ) async throws(TransferError) {
        if Task.isCancelled { throw .cancelled }
        var pace = pace
        if let left = TransferTime.left { pace.deadline = min(pace.deadline, left) }
        guard pace.deadline > .zero else { throw .deadline(.zero) }
        try await transport.receive(request, limit: limit, pace: pace, take)
        if Task.isCancelled { throw .cancelled }
    }
}
