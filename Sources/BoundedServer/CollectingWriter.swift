import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

/// Takes the body of a response.
struct CollectingWriter: ResponseBodyWriter {
    private let box = NIOLockedValueBox(ByteBuffer())

    var bytes: ByteBuffer { box.withLockedValue { $0 } }

    mutating func write(_ buffer: ByteBuffer) async throws {
        _ = box.withLockedValue { $0.writeImmutableBuffer(buffer) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
