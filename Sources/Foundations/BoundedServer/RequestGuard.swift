import ForeignText
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Notifies the connection's ``ConnectionGuard`` of the boundaries of requests and responses, and rejects requests that
/// only cost: one too many at the same time, one with a body that is never read, or one with texts that take long to compare.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var connection: ConnectionGuard?
    /// Whether the connection is being closed: bytes that were already read are dropped.
    private var isOver = false
    /// Whether the client waits for `100 Continue` before it sends the body. A client that pipelines requests does not
    /// get that response, and sends the body by itself.
    private var isAwaited = false

    func handlerAdded(context: ChannelHandlerContext) {
        connection = try? context.pipeline.syncOperations.handler(type: ConnectionGuard.self)
    }

    func handlerRemoved(context: ChannelHandlerContext) { connection = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            isAwaited = head.expectsContinue && connection?.isIdle ?? true
            if let fault = connection?.headEnded(context.channel, isBodyAwaited: isAwaited) {
                return end(context, because: fault)
            }
            if head.hasUselessBody { return end(context, because: .body) }
            if head.hasExcessiveMarks { return end(context, because: .text) }
        case .body:
            // The client has not waited.
            if isAwaited {
                isAwaited = false
                connection?.bodyAsked()
            }
        case .end:
            isAwaited = false
            connection?.requestEnded(context.channel)
        }
        context.fireChannelRead(data)
    }

    private func end(_ context: ChannelHandlerContext, because fault: ConnectionFault) {
        isOver = true
        connection?.note(fault)
        guard fault == .body || fault == .text, connection?.isAnsweringOne ?? true else {
            return context.close(promise: nil)
        }
        let refusal = HTTPResponse(
            status: .badRequest,
            headerFields: [.connection: "close", .contentLength: "0", .xContentTypeOptions: "nosniff"])
        context.write(wrapOutboundOut(.head(refusal)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)))
            .whenComplete { [loopBound = NIOLoopBound(context, eventLoop: context.eventLoop)] _ in
                loopBound.value.close(promise: nil)
            }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let response) where response.status == .continue:
            guard isAwaited else {
                promise?.succeed()
                return
            }
            isAwaited = false
            connection?.bodyAsked()
            context.write(data, promise: promise)
        case .head(var response) where isAwaited:
            // A final response arrives instead: the client need not send the body, and nothing else can follow on the
            // connection.
            isAwaited = false
            connection?.bodyAsked()
            response.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(response)), promise: promise)
        case .head, .body: context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            connection?.answerEnded(context.channel)
        }
    }
}

extension HTTPRequest {
    /// Whether it has a body although its method defines no meaning for one (RFC 9110, section 9.3.1).
    fileprivate var hasUselessBody: Bool {
        guard method == .get || method == .head else { return false }
        if headerFields.contains(.transferEncoding) { return true }
        return headerFields[values: .contentLength].contains { $0 != "0" }
    }
    /// Whether its path or a header has more combining marks in a row than ``ForeignText/longestRun``: as they are, or percent-encoded.
    fileprivate var hasExcessiveMarks: Bool {
        if let path, path.excessiveMark != nil || path.decodedForMarks?.excessiveMark != nil { return true }
        // The first `Host` is not among the header fields.
        return authority?.excessiveMark != nil || headerFields.contains { $0.value.excessiveMark != nil }
    }
}

extension String {
    /// The text with all percent-encodings resolved, to look for combining marks in it; nil if it has none beyond ASCII.
    fileprivate var decodedForMarks: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return nil }
        var (decoded, bytes) = ([UInt8](), Array(utf8)[...])
        decoded.reserveCapacity(bytes.count)
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "%"), bytes.count >= 2,
                let value = UInt8(String(decoding: bytes.prefix(2), as: UTF8.self), radix: 16)
            {
                decoded.append(value)
                bytes = bytes.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded.allSatisfy { $0 < 0x80 } ? nil : String(decoding: decoded, as: UTF8.self)
    }
}
