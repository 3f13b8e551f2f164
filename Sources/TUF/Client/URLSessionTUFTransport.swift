import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A repository over HTTP, by Foundation's `URLSession`.
public struct URLSessionTUFTransport: TUFTransport {
    private let session: URLSession
    private let receiver: BodyReceiver
    private let deadline: TimeInterval

    /// - Parameters:
    ///   - timeout: The longest wait for the next bytes, in seconds.
    ///   - deadline: The longest time for one file, in seconds, however slowly it comes.
    public init(timeout: TimeInterval = 15, deadline: TimeInterval = 120) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        receiver = BodyReceiver()
        self.deadline = deadline
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    }

    public func get(_ url: URL, limit: Int) async throws(TUFTransportError) -> Data {
        let task = session.dataTask(with: URLRequest(url: url))
        // A session's own limit for a whole transfer does not stop one on Linux.
        let watch = Task { [receiver, deadline] in
            try await Task.sleep(for: .seconds(deadline))
            receiver.cancel(
                task, because: TUFTransportError.network("The whole file did not come within \(Int(deadline)) seconds.")
            )
        }
        defer { watch.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    if receiver.expect(task, limit: limit, continuation) { task.resume() }
                }
            } onCancel: {
                receiver.cancel(task)
            }
        } catch let error as TUFTransportError {
            throw error
        } catch {
            throw .network(error.localizedDescription)
        }
    }
}

/// Gathers the bodies of a session's tasks, each up to its limit.
private final class BodyReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct Transfer {
        let continuation: CheckedContinuation<Data, any Error>
        let limit: Int
        var body = Data()
    }

    // Safe: what follows is only touched while `lock` is held.
    private let lock = NSLock()
    private var transfers: [Int: Transfer] = [:]
    /// Tasks that were cancelled before anybody waited for them.
    private var cancelled: Set<Int> = []

    /// Waits for a task's end.
    ///
    /// - Returns: Whether the task is to be begun: not where it was cancelled before.
    func expect(_ task: URLSessionTask, limit: Int, _ continuation: CheckedContinuation<Data, any Error>) -> Bool {
        let isCancelled = lock.withLock {
            guard cancelled.remove(task.taskIdentifier) == nil else { return true }
            transfers[task.taskIdentifier] = Transfer(continuation: continuation, limit: limit)
            return false
        }
        if isCancelled { continuation.resume(throwing: Self.cancellation) }
        return !isCancelled
    }

    /// Ends a task at once. The session says nothing of one that is cancelled before it has begun, so whoever waits is told
    /// from here.
    func cancel(_ task: URLSessionTask, because reason: TUFTransportError = cancellation) {
        let transfer = lock.withLock {
            let transfer = transfers.removeValue(forKey: task.taskIdentifier)
            if transfer == nil, task.state != .completed { cancelled.insert(task.taskIdentifier) }
            return transfer
        }
        task.cancel()
        transfer?.continuation.resume(throwing: reason)
    }

    private static let cancellation = TUFTransportError.network("The call was cancelled.")

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let overflowing = lock.withLock { () -> Transfer? in
            guard var transfer = transfers.removeValue(forKey: dataTask.taskIdentifier) else { return nil }
            guard transfer.body.count + data.count <= transfer.limit else { return transfer }
            transfer.body.append(data)
            transfers[dataTask.taskIdentifier] = transfer
            return nil
        }
        guard let overflowing else { return }
        dataTask.cancel()
        overflowing.continuation.resume(throwing: TUFTransportError.tooLong(limit: overflowing.limit))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = lock.withLock({ transfers.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let error {
            transfer.continuation.resume(throwing: TUFTransportError.network(error.localizedDescription))
            return
        }
        switch (task.response as? HTTPURLResponse)?.statusCode {
        case 200: transfer.continuation.resume(returning: transfer.body)
        // Stores of files answer with 403 where there is none.
        case 403, 404: transfer.continuation.resume(throwing: TUFTransportError.notFound)
        case let status: transfer.continuation.resume(throwing: TUFTransportError.status(status ?? 0))
        }
    }
}
