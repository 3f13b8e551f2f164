import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// The body of a request whose client waits until it is told to send it.
///
/// The client is told when the body is first read, so that a request that is refused for its head costs no upload. Source: RFC 9110,
/// section 10.1.1.
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
    /// The request, whose client is told to send the body when it is first read.
    func awaitingBody(on channel: any Channel) -> Request {
        guard head.expectsContinue else { return self }
        // Set and not made anew: what waits for the client to go needs the body that came with the request.
        var request = self
        request.body = RequestBody(asyncSequence: AwaitedBody(body: body, channel: channel))
        return request
    }
}
