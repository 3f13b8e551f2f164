import Foundation
import NIOConcurrencyHelpers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request to a bundler's server. It has limits of bytes and of time, and follows redirects only on the same origin.
final class BundlerRequest: NSObject, URLSessionDataDelegate {
    struct Answer: Sendable {
        let status: Int
        let mediaType: String?
        let body: Data
    }

    private struct State {
        var status = 0
        var mediaType: String?
        var body = Data()
        var continuation: CheckedContinuation<Answer?, Never>?
    }

    private let origin: String
    private let limit: Int
    private let state = NIOLockedValueBox(State())

    private init(origin: String, limit: Int) {
        self.origin = origin
        self.limit = limit
    }

    /// Sends a request. Returns nil if nothing responds, or if the response is too long.
    static func send(_ request: URLRequest, origin: String, limit: Int) async -> Answer? {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 30
        configuration.timeoutIntervalForResource = 60
        let delegate = BundlerRequest(origin: origin, limit: limit)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        return await withCheckedContinuation { continuation in
            delegate.state.withLockedValue { $0.continuation = continuation }
            session.dataTask(with: request).resume()
        }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let answer = response as? HTTPURLResponse
        state.withLockedValue { state in
            state.status = answer?.statusCode ?? 0
            state.mediaType = answer?.value(forHTTPHeaderField: "Content-Type")
        }
        completionHandler(answer == nil ? .cancel : .allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = state.withLockedValue { state in
            state.body.append(data)
            return state.body.count > limit
        }
        if isTooLong { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        let target = request.url?.absoluteString ?? ""
        completionHandler(target == origin || target.hasPrefix(origin + "/") ? request : nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (continuation, answer) = state.withLockedValue { state in
            defer { state.continuation = nil }
            let answer = Answer(status: state.status, mediaType: state.mediaType, body: state.body)
            return (state.continuation, error == nil && state.status > 0 ? answer : nil)
        }
        continuation?.resume(returning: answer)
    }
}
