import NIOCore

/// Closes a connection that takes too long, by the rules of ``ConnectionState``. It is the first handler in the
/// pipeline, which receives the bytes.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let registry: ConnectionRegistry
    private var state: ConnectionState
    private let start: NIODeadline
    private var sweep: ConnectionSweep?
    private var context: ChannelHandlerContext?
    private var wasWaiting = true
    /// The bytes that were written, and that the system has not accepted yet.
    private var unread = 0

    init(_ limits: ServerLimits, registry: ConnectionRegistry) {
        self.registry = registry
        start = .now()
        state = ConnectionState(limits, at: .zero)
    }

    private var now: Duration { .nanoseconds((NIODeadline.now() - start).nanoseconds) }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        sweep = registry.sweep(on: context.eventLoop)
        sweep?.add(self)
    }

    func handlerRemoved(context: ChannelHandlerContext) { leaveSweep() }

    func channelInactive(context: ChannelHandlerContext) {
        leaveSweep()
        context.fireChannelInactive()
    }

    private func leaveSweep() {
        sweep?.remove(self)
        (sweep, context) = (nil, nil)
    }

    /// Closes the connection if it has taken too long. ``ConnectionSweep`` calls it.
    func look() {
        guard let context, let fault = state.fault(at: now) else { return }
        leaveSweep()
        registry.note(fault)
        context.close(promise: nil)
    }

    /// Counts a connection that ``RequestGuard`` cuts off.
    func note(_ fault: ConnectionFault) { registry.note(fault) }

    func read(context: ChannelHandlerContext) {
        state.asked(at: now)
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        state.received(unwrapInboundIn(data).readableBytes, at: now)
        context.fireChannelRead(data)
    }

    /// Splits long writes. Progress is only known per write, so a client that reads nothing of a long one would be noticed late.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .byteBuffer(var buffer) = unwrapOutboundIn(data) else {
            return writePiece(data, promise, context)
        }
        while buffer.readableBytes > FileBody.pieceLength, let piece = buffer.readSlice(length: FileBody.pieceLength) {
            writePiece(wrapOutboundOut(.byteBuffer(piece)), nil, context)
        }
        writePiece(wrapOutboundOut(.byteBuffer(buffer)), promise, context)
    }

    private func writePiece(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        let promise = promise ?? context.eventLoop.makePromise()
        let (bytes, channel) = (unwrapOutboundIn(data).readableBytes, context.channel)
        state.writeBegan(bytes, at: now)
        unread += bytes
        tell(channel)
        registry.set(channel, unread: unread, isProgress: false)
        let loopBound = NIOLoopBound(self, eventLoop: context.eventLoop)
        promise.futureResult.whenComplete { _ in loopBound.value.wrote(bytes, channel) }
        context.write(data, promise: promise)
    }

    private func wrote(_ bytes: Int, _ channel: any Channel) {
        state.writeEnded(at: now)
        unread -= bytes
        if channel.isActive { tell(channel) }
        registry.set(channel, unread: channel.isActive ? unread : 0, isProgress: true)
    }

    /// Whether the latest request is the only one that has not been answered.
    var isAnsweringOne: Bool { state.requests == 1 }

    /// Whether all requests have been answered.
    var isIdle: Bool { state.requests == 0 }

    // Called by ``RequestGuard``, which sees requests where this handler sees bytes.

    func headEnded(_ channel: any Channel, isBodyAwaited: Bool) -> ConnectionFault? {
        defer { tell(channel) }
        return state.headEnded(at: now, isBodyAwaited: isBodyAwaited)
    }

    func bodyAsked() { state.bodyAsked(at: now) }

    func requestEnded(_ channel: any Channel) {
        state.requestEnded(at: now)
        tell(channel)
    }

    func answerEnded(_ channel: any Channel) {
        state.answerEnded(at: now)
        tell(channel)
    }

    private func tell(_ channel: any Channel) {
        guard state.isWaiting != wasWaiting else { return }
        wasWaiting = state.isWaiting
        registry.set(channel, isWaiting: wasWaiting)
    }
}
