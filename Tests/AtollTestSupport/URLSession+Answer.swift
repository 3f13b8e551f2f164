import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSession {
    /// Sends a request and returns the response, even if the caller is cancelled meanwhile.
    ///
    /// Tests use this and never `data(for:)`, which hangs on Linux if a task is cancelled while its response ends:
    /// cancelling holds the task's lock and waits for the session's queue, which waits for that lock to resume the task.
    ///
    /// - Throws: `CancellationError` if the caller is cancelled already, or an error of the session.
    public func answer(to request: URLRequest) async throws -> (body: Data, response: HTTPURLResponse) {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            let task = dataTask(with: request) { body, response, error in
                guard error == nil, let response = response as? HTTPURLResponse else {
                    return continuation.resume(throwing: error ?? URLError(.badServerResponse))
                }
                continuation.resume(returning: (body ?? Data(), response))
            }
            task.resume()
        }
    }
}
