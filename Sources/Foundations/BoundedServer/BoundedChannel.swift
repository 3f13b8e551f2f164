import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// An HTTP/1.1 connection with a deadline for each of its phases.
struct BoundedChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let base: HTTP1Channel
    let limits: ServerLimits
    let registry: ConnectionRegistry

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        registry.opened(channel)
        let registry = registry
        channel.closeFuture.whenComplete { _ in registry.closed(channel) }
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
                ConnectionGuard(limits, registry: registry), position: .first)
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

extension HTTPServerBuilder {
    /// HTTP/1.1 within limits: idle and slow connections are closed, and their number is limited.
    ///
    /// - Parameter logger: Logs connections that were cut off, at most once a minute.
    package static func bounded(_ limits: ServerLimits = ServerLimits(), logger: Logger) -> HTTPServerBuilder {
        let maximum = limits.connections ?? DescriptorLimit.connections
        let registry = ConnectionRegistry(maximum: maximum, unreadBytes: limits.unreadBytes, logger: logger)
        return HTTPServerBuilder { responder in
            BoundedChannel(
                base: HTTP1Channel(
                    responder: { request, writer, channel in
                        try await responder(request.awaitingBody(on: channel), writer, channel)
                    },
                    configuration: .init(
                        additionalChannelHandlers: [RequestGuard()],
                        httpDecoderConfiguration: .init(
                            maxHeaderFieldSize: 32 * 1024, maxHeaderListSize: 64 * 1024, maxHeaderFieldCount: 200))),
                limits: limits, registry: registry)
        }
    }
}
