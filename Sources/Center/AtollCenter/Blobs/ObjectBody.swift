import BoundedHTTP
import BoundedServer
import Foundation
import Hummingbird
import NIOCore
import ObjectStorage

/// Parts of an object of a bucket as the body of a response, fetched piece by piece as the client receives them: a slow
/// client costs the memory of one piece, not of the object.
package struct ObjectBody: BodyBytes {
    private let objects: any ObjectStore
    private let key: ObjectKey
    /// The parts, in the order in which they are sent.
    private let ranges: [Range<Int>]
    /// Sent before the first part.
    private let prefix: Data
    /// For whom the object is fetched: the response is sent after the request's own task has ended.
    private let holder = TransferTurn.holder

    private static let pieceLength = 256 * 1024

    /// - Parameters:
    ///   - prefix: Bytes to send first.
    ///   - ranges: The parts to send, which the object has.
    package init(_ objects: any ObjectStore, _ key: ObjectKey, prefix: Data = Data(), ranges: [Range<Int>]) {
        self.objects = objects
        self.key = key
        self.prefix = prefix
        self.ranges = ranges
    }

    /// - Parameter check: Called with the bytes of an object that is small enough to be read in one piece.
    /// - Returns: The whole object, or nil if it does not exist.
    package static func of(
        _ key: ObjectKey, in objects: any ObjectStore, check: (Data) throws -> Void = { _ in }
    ) async throws -> (any BodyBytes)? {
        // Most are small: then this is the only request.
        guard let first = try await objects.part(of: key, 0..<pieceLength) else { return nil }
        if first.count < pieceLength {
            try check(first)
            return FileBody(first)
        }
        guard let size = try await objects.size(of: key) else { return nil }
        return ObjectBody(objects, key, ranges: [0..<size])
    }

    package var count: Int { ranges.reduce(prefix.count) { $0 + $1.count } }

    package func dropFirst(_ count: Int) -> ObjectBody {
        ObjectBody(
            objects, key, prefix: Data(prefix.dropFirst(count)), ranges: ranges.withoutFirst(count - prefix.count))
    }

    package func body(on eventLoop: any EventLoop) -> ResponseBody {
        ResponseBody(contentLength: count) { writer in
            if !prefix.isEmpty { try await writer.write(ByteBuffer(bytes: prefix)) }
            for range in ranges {
                var position = range.lowerBound
                while position < range.upperBound {
                    let end = min(range.upperBound, position + Self.pieceLength)
                    // The response ends early, and its reader finds it shorter than its content length.
                    let piece = try await TransferTurn.$holder.withValue(holder) {
                        try await objects.part(of: key, position..<end)
                    }
                    guard let piece, !piece.isEmpty else {
                        throw ObjectError.malformed("the object \(key) is shorter than before")
                    }
                    try await writer.write(ByteBuffer(bytes: piece))
                    try await eventLoop.submit {}.get()
                    position += piece.count
                }
            }
            try await writer.finish(nil)
        }
    }
}
