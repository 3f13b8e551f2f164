#if !os(Linux)
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Passes on the bytes that a session's tasks receive, each up to its limit.
///
/// `URLSession` requires an Objective-C class as its delegate, and calls it on its own threads: mutable state is behind
/// a lock, which the compiler can't verify (`Mutex` needs iOS 18).
final class ChunkReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct Transfer {
        let parts: AsyncThrowingStream<TransferPart, any Error>.Continuation
        let limit: Int
        var pace: TransferPace
        let now: @Sendable () -> Duration
        var received = 0
        var redirects = 0

        mutating func moved(_ bytes: Int) { pace.moved(bytes, at: now()) }
        mutating func sent() { pace.sent(at: now()) }
    }

    private let followsRedirects: Bool
    // Safe: `transfers` is accessed only while `lock` is held.
    private let lock = NSLock()
    private var transfers: [Int: Transfer] = [:]

    init(followsRedirects: Bool) { self.followsRedirects = followsRedirects }

    /// The parts that a task will receive. If the consumer stops iterating, the task is cancelled.
    func parts(
        of task: URLSessionTask, limit: Int, pace: TransferPace.Limits, now: @escaping @Sendable () -> Duration
    ) -> AsyncThrowingStream<TransferPart, any Error> {
        let (stream, continuation) = AsyncThrowingStream<TransferPart, any Error>.makeStream()
        continuation.onTermination = { [weak self] end in
            guard case .cancelled = end else { return }
            self?.end(task, because: .cancelled)
        }
        var pace = TransferPace(pace, at: now())
        pace.sent(at: now())
        let transfer = Transfer(parts: continuation, limit: limit, pace: pace, now: now)
        lock.withLock { transfers[task.taskIdentifier] = transfer }
        return stream
    }

    /// Cancels a task immediately. The session reports nothing for a task that is cancelled before it has begun, so the
    /// stream is finished here.
    func end(_ task: URLSessionTask, because reason: TransferError) {
        let transfer = remove(task)
        task.cancel()
        transfer?.parts.finish(throwing: reason)
    }

    /// Cancels a task that is too slow.
    func endIfLate(_ task: URLSessionTask, at time: Duration) {
        let fault = lock.withLock { transfers[task.taskIdentifier]?.pace.fault(at: time) }
        if let fault { end(task, because: fault) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        lock.withLock {
            transfers[task.taskIdentifier]?.moved(Int(bytesSent))
            if totalBytesSent >= totalBytesExpectedToSend { transfers[task.taskIdentifier]?.sent() }
        }
    }

    private func remove(_ task: URLSessionTask) -> Transfer? {
        lock.withLock { transfers.removeValue(forKey: task.taskIdentifier) }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse {
            let date = response.value(forHTTPHeaderField: "Date").flatMap { $0.utf8.count <= 64 ? $0 : nil }
            lock.withLock { transfers[dataTask.taskIdentifier] }?.parts.yield(
                .head(status: response.statusCode, date: date, url: response.url ?? URL(filePath: "/")))
        } else {
            end(dataTask, because: .notHTTP)
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let transfer = lock.withLock { () -> Transfer? in
            transfers[dataTask.taskIdentifier]?.received += data.count
            transfers[dataTask.taskIdentifier]?.moved(data.count)
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
        guard followsRedirects,
            task.originalRequest?.url?.scheme?.lowercased() != "https"
                || request.url?.scheme?.lowercased() == "https"
        else {
            return completionHandler(nil)
        }
        let count = lock.withLock { () -> Int in
            transfers[task.taskIdentifier]?.redirects += 1
            return transfers[task.taskIdentifier]?.redirects ?? 0
        }
        guard count > BoundedSession.redirectLimit else { return completionHandler(request) }
        end(task, because: .redirects(limit: BoundedSession.redirectLimit))
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        remove(task)?.parts.finish(throwing: error.map { TransferError.network($0.localizedDescription) })
    }
}
#endif
