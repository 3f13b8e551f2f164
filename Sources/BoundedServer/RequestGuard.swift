import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Notifies the connection's ``ConnectionGuard`` of the boundaries of requests and responses, and rejects requests that
/// only cost: one too many at the same time, or one with a body that is never read.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var connection: ConnectionGuard?
    /// Whether the connection is being closed: bytes that were already read are dropped.
    private var isOver = false

    func handlerAdded(context: ChannelHandlerContext) {
        connection = try? context.pipeline.syncOperations.handler(type: ConnectionGuard.self)
    }

    func handlerRemoved(context: ChannelHandlerContext) { connection = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            if let fault = connection?.headEnded(context.channel) {
                return end(context, because: fault)
            }
            if head.hasUselessBody { return end(context, because: .body) }
        case .body: break
        case .end: connection?.requestEnded(context.channel)
        }
        context.fireChannelRead(data)
    }

    private func end(_ context: ChannelHandlerContext, because fault: ConnectionFault) {
        isOver = true
        connection?.note(fault)
        guard fault == .body, connection?.isAnsweringOne ?? true else { return context.close(promise: nil) }
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
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        context.write(data, promise: promise)
        if isEnd { connection?.answerEnded(context.channel) }
    }
}

extension HTTPRequest {
    /// Whether it has a body although its method defines no meaning for one (RFC 9110, section 9.3.1).
    fileprivate var hasUselessBody: Bool {
        guard method == .get || method == .head else { return false }
        if headerFields.contains(.transferEncoding) { return true }
        return headerFields[values: .contentLength].contains { $0 != "0" }
    }
}
