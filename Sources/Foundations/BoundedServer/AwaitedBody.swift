import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// A request body that the client sends only after `100 Continue`.
///
/// That response is sent when the body is first read, so that a request that is refused because of its head needs no upload. Source: RFC
/// 9110, section 10.1.1.
struct AwaitedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let body: RequestBody
    let channel: any Channel

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let channel: any Channel
        fileprivate var chunks: RequestBody.AsyncIterator
        fileprivate var isAsked = false

        mutating func next() async throws -> ByteBuffer? {
            if !isAsked {
                isAsked = true
                // ``RequestGuard`` drops it if the client has not waited.
                channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
            }
            return try await chunks.next()
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(channel: channel, chunks: body.makeAsyncIterator())
    }
}

extension HTTPRequest {
    /// Whether its client waits for `100 Continue` before it sends the body.
    var expectsContinue: Bool {
        guard method != .get, method != .head, let expectation = HTTPField.Name("Expect") else { return false }
        return headerFields[values: expectation].contains { $0.utf8.count <= 20 && $0.lowercased() == "100-continue" }
    }
}

extension Request {
    /// The request, with a body that sends `100 Continue` when it is first read, if the client waits for that.
    func awaitingBody(on channel: any Channel) -> Request {
        guard head.expectsContinue else { return self }
        // A new request would lose the original body, which `consumeWithInboundCloseHandler` needs.
        var request = self
        request.body = RequestBody(asyncSequence: AwaitedBody(body: body, channel: channel))
        return request
    }
}
