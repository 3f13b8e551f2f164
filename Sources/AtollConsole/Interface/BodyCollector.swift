import Foundation
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers

/// Takes the body of a response that a page reads.
struct BodyCollector: ResponseBodyWriter {
    private let bytes = NIOLockedValueBox(Data())
    let limit: Int

    var data: Data { bytes.withLockedValue { $0 } }

    mutating func write(_ buffer: ByteBuffer) async throws {
        try bytes.withLockedValue { data in
            guard data.count + buffer.readableBytes <= limit else { throw HTTPError(.contentTooLarge) }
            data.append(contentsOf: buffer.readableBytesView)
        }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
