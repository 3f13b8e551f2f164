import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP by Foundation's `URLSession`, for answers that nobody vouches for: none is longer than its limit, none takes longer
/// than its deadline, and nothing is kept beside.
///
/// Bodies come through a delegate, in chunks: `bytes(for:)` does not exist on Linux, and the other calls would take a body of
/// any length into memory before anyone can say no.
package struct BoundedSession: Sendable {
    private let session: URLSession
    private let receiver: ChunkReceiver
    private let deadline: TimeInterval

    /// - Parameters:
    ///   - timeout: The longest wait for the next bytes, in seconds, from 1.
    ///   - deadline: The longest time for one answer, in seconds, however slowly it comes.
    ///   - followsRedirects: Whether an answer may send the request elsewhere. Never where a token goes with it.
    package init(timeout: TimeInterval, deadline: TimeInterval, followsRedirects: Bool = false) {
        let configuration = URLSessionConfiguration.ephemeral
        // Foundation on Linux counts whole seconds, and takes 0 at its word.
        configuration.timeoutIntervalForRequest = max(1, timeout)
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        receiver = ChunkReceiver(followsRedirects: followsRedirects)
        self.deadline = deadline
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    }

    /// An answer's status and whole body.
    ///
    /// - Parameter limit: The most bytes that the body may have; reading stops there.
    package func data(for request: URLRequest, limit: Int) async throws(TransferError) -> (status: Int, body: Data) {
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
        _ request: URLRequest, limit: Int, _ take: (TransferPart) throws -> Void
    ) async throws(TransferError) {
        // Foundation on Linux loses a connection to a task that is cancelled as it begins.
        if Task.isCancelled { throw .cancelled }
        let task = session.dataTask(with: request)
        let parts = receiver.parts(of: task, limit: limit)
        // A session's own limit for a whole transfer does not stop one on Linux.
        let watch = Task { [receiver, deadline] in
            try await Task.sleep(for: .seconds(deadline))
            receiver.end(task, because: .deadline(seconds: deadline))
        }
        defer { watch.cancel() }
        task.resume()
        do {
            for try await part in parts { try take(part) }
        } catch let error as TransferError {
            throw error
        } catch {
            receiver.end(task, because: .stopped(error))
            throw .stopped(error)
        }
        // A cancelled task sees the end of the parts, wherever they stood.
        if Task.isCancelled { throw .cancelled }
    }
}
