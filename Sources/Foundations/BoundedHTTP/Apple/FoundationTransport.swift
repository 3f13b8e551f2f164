#if !os(Linux)
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP with Foundation's `URLSession`, for Apple's systems.
///
/// Bodies arrive through a delegate, in chunks: the other calls load a body of any length into memory before it can be
/// refused.
struct FoundationTransport: Sendable {
    private let session: URLSession
    private let receiver: ChunkReceiver

    init(followsRedirects: Bool) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        receiver = ChunkReceiver(followsRedirects: followsRedirects)
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    }

    func receive(
        _ request: TransferRequest, limit: Int, pace: TransferPace.Limits, _ take: (TransferPart) throws -> Void
    ) async throws(TransferError) {
        guard request.isSound, ["http", "https"].contains(request.url.scheme?.lowercased()) else { throw .badRequest }
        // Foundation does not report the address that it connects to, so requests that are restricted to public
        // addresses are refused.
        guard !request.isForPublicAddresses else { throw .badRequest }
        var foundationRequest = URLRequest(request)
        foundationRequest.timeoutInterval = pace.patience / .seconds(1)
        let task = session.dataTask(with: foundationRequest)
        let now = TransferTime.now
        let parts = receiver.parts(of: task, limit: limit, pace: pace, now: now)
        let watch = Task { [receiver] in
            while true {
                try await Task.sleep(for: .milliseconds(500))
                receiver.endIfLate(task, at: now())
            }
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
    }
}

extension URLRequest {
    fileprivate init(_ request: TransferRequest) {
        self.init(url: request.url)
        httpMethod = request.method
        httpBody = request.body
        // Decoded bytes are counted, but small responses need no encoding, and large ones are already compressed.
        setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
    }
}
#endif
