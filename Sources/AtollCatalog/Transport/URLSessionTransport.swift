import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The Center over HTTP, by Foundation's `URLSession`.
///
/// Bodies come through a delegate, in chunks: `bytes(for:)` does not exist on Linux, and the other calls would take a
/// body of any length into memory before anyone can say no.
public struct URLSessionTransport: CatalogTransport {
    private let session: URLSession
    private let receiver: BodyReceiver
    private let deadline: TimeInterval

    /// - Parameters:
    ///   - timeout: The longest wait for the next bytes, in seconds.
    ///   - deadline: The longest time for one answer, in seconds, however slowly it comes.
    public init(timeout: TimeInterval = 15, deadline: TimeInterval = 300) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        receiver = BodyReceiver()
        self.deadline = deadline
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    }

    public func get(_ url: URL, token: String?, limit: Int) async throws(CatalogError) -> CatalogResponse {
        var request = URLRequest(url: url)
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let task = session.dataTask(with: request)
        // A session's own limit for a whole transfer does not stop one on Linux.
        let watch = Task { [receiver, deadline] in
            try await Task.sleep(for: .seconds(deadline))
            receiver.cancel(
                task, because: CatalogError.network("the whole answer did not come within \(Int(deadline)) seconds"))
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
        } catch let error as CatalogError {
            throw error
        } catch {
            throw .network(error.localizedDescription)
        }
    }
}

/// Gathers the bodies of a session's tasks, each up to its limit.
private final class BodyReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct Transfer {
        let continuation: CheckedContinuation<CatalogResponse, any Error>
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
    func expect(_ task: URLSessionTask, limit: Int, _ continuation: CheckedContinuation<CatalogResponse, any Error>)
        -> Bool
    {
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
    func cancel(_ task: URLSessionTask, because reason: CatalogError = cancellation) {
        let transfer = lock.withLock {
            let transfer = transfers.removeValue(forKey: task.taskIdentifier)
            if transfer == nil, task.state != .completed { cancelled.insert(task.taskIdentifier) }
            return transfer
        }
        task.cancel()
        transfer?.continuation.resume(throwing: reason)
    }

    private static let cancellation = CatalogError.network("the call was cancelled")

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let overflowing = lock.withLock { () -> Transfer? in
            guard var transfer = transfers.removeValue(forKey: dataTask.taskIdentifier) else { return nil }
            guard transfer.body.count + data.count <= transfer.limit else { return transfer }
            transfer.body.append(data)
            transfers[dataTask.taskIdentifier] = transfer
            return nil
        }
        if let overflowing {
            dataTask.cancel()
            overflowing.continuation.resume(
                throwing: CatalogError.invalidResponse("the body is longer than \(overflowing.limit) bytes")
            )
        }
    }

    /// The Center never redirects, so a redirect is somebody else's answer; a token must not follow it.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = lock.withLock({ transfers.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let error {
            transfer.continuation.resume(throwing: CatalogError.network(error.localizedDescription))
        } else if let response = task.response as? HTTPURLResponse {
            transfer.continuation.resume(
                returning: CatalogResponse(status: response.statusCode, body: transfer.body)
            )
        } else {
            transfer.continuation.resume(throwing: CatalogError.invalidResponse("it is not HTTP"))
        }
    }
}
