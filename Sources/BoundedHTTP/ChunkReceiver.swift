import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Hands on what a session's tasks receive, each up to its limit.
///
/// `URLSession` wants a class of Objective-C's for its delegate, and calls it from threads of its own: what changes is behind a
/// lock, which the compiler can't see (`Mutex` needs iOS 18).
final class ChunkReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct Transfer {
        let parts: AsyncThrowingStream<TransferPart, any Error>.Continuation
        let limit: Int
        var received = 0
    }

    private let followsRedirects: Bool
    // Safe: what follows is only touched while `lock` is held.
    private let lock = NSLock()
    private var transfers: [Int: Transfer] = [:]

    init(followsRedirects: Bool) {
        self.followsRedirects = followsRedirects
    }

    /// What a task will receive; whoever stops listening ends the task.
    func parts(of task: URLSessionTask, limit: Int) -> AsyncThrowingStream<TransferPart, any Error> {
        let (stream, continuation) = AsyncThrowingStream<TransferPart, any Error>.makeStream()
        continuation.onTermination = { [weak self] end in
            guard case .cancelled = end else { return }
            self?.end(task, because: .cancelled)
        }
        lock.withLock { transfers[task.taskIdentifier] = Transfer(parts: continuation, limit: limit) }
        return stream
    }

    /// Ends a task at once. The session says nothing of one that is cancelled before it has begun, so whoever waits is told
    /// from here.
    func end(_ task: URLSessionTask, because reason: TransferError) {
        let transfer = remove(task)
        task.cancel()
        transfer?.parts.finish(throwing: reason)
    }

    private func remove(_ task: URLSessionTask) -> Transfer? {
        lock.withLock { transfers.removeValue(forKey: task.taskIdentifier) }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let status = (response as? HTTPURLResponse)?.statusCode {
            lock.withLock { transfers[dataTask.taskIdentifier] }?.parts.yield(.head(status: status))
        } else {
            end(dataTask, because: .notHTTP)
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let transfer = lock.withLock { () -> Transfer? in
            transfers[dataTask.taskIdentifier]?.received += data.count
            return transfers[dataTask.taskIdentifier]
        }
        guard let transfer else { return }
        if transfer.received > transfer.limit {
            end(dataTask, because: .tooLong(limit: transfer.limit))
        } else {
            transfer.parts.yield(.chunk(data))
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(followsRedirects ? request : nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        remove(task)?.parts.finish(throwing: error.map { TransferError.network($0.localizedDescription) })
    }
}
