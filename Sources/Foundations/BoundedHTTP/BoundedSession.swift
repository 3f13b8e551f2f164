import Foundation

/// HTTP for untrusted responses: none is longer than its limit, takes longer than its deadline or arrives more slowly
/// than the minimum rate, and nothing is cached.
///
/// It uses `URLSession` on Apple's systems, and libcurl elsewhere, because Foundation there decodes bodies unasked and
/// buffers bytes that arrive faster than they are consumed, without a limit. Bodies arrive in chunks. On Linux, the
/// server waits while the caller processes one. On Apple's systems, up to `limit` bytes are buffered.
package struct BoundedSession: Sendable {
    #if os(Linux)
    private typealias Transport = CurlTransport
    #else
    private typealias Transport = FoundationTransport
    #endif
    private let transport: Transport
    private let pace: TransferPace.Limits
    /// The maximum number of redirects.
    static let redirectLimit = 5

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - timeout: The maximum wait for the next bytes, at least a second.
    ///   - deadline: The maximum time for one response, however slowly it arrives.
    ///   - followsRedirects: Whether redirects are followed, at most five. Must be false if requests carry a token.
    package init(timeout: Duration, deadline: Duration, followsRedirects: Bool = false) {
        pace = TransferPace.Limits(patience: max(.seconds(1), timeout), deadline: deadline)
        transport = Transport(followsRedirects: followsRedirects)
    }

    /// Sends a request and returns the status and the whole body of the response.
    ///
    /// - Parameter limit: The maximum length of the body, in bytes; reading stops there.
    package func data(for request: TransferRequest, limit: Int) async throws(TransferError) -> (status: Int, body: Data)
    {
        let (status, _, _, body) = try await response(to: request, limit: limit)
        return (status, body)
    }

    /// Sends a request and returns the status, the `Date` header as it was sent or nil, the URL after all redirects,
    /// and the whole body of the response.
    package func response(
        to request: TransferRequest, limit: Int
    ) async throws(TransferError) -> (status: Int, date: String?, url: URL, body: Data) {
        var (status, date, url, body) = (0, String?.none, request.url, Data())
        try await receive(request, limit: limit) { part in
            switch part {
            case .head(let code, let text, let place): (status, date, url) = (code, text, place)
            case .chunk(let data): body.append(data)
            }
        }
        return (status, date, url, body)
    }

    /// Sends a request and calls `take` with the parts of the response as they arrive: the head, then the chunks of the
    /// body.
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
