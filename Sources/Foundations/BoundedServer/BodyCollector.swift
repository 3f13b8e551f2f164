import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

/// Collects the body of a response, up to a limit.
package struct BodyCollector: ResponseBodyWriter {
    private let buffer = NIOLockedValueBox(ByteBuffer())
    private let limit: Int

    /// The bytes written so far.
    package var bytes: ByteBuffer { buffer.withLockedValue { $0 } }

    /// - Parameter limit: The longest body, in bytes; a longer one is an error.
    package init(limit: Int) { self.limit = limit }

    package mutating func write(_ part: ByteBuffer) async throws {
        try buffer.withLockedValue { buffer in
            guard buffer.readableBytes + part.readableBytes <= limit else { throw HTTPError(.contentTooLarge) }
            buffer.writeImmutableBuffer(part)
        }
    }

    package consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
