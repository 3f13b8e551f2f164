import BoundedServer
import Foundation
import Hummingbird
import NIOCore
import ObjectStorage

/// An object of a bucket as the body of a response, fetched part by part as the client receives it.
package struct ObjectBody: BodyBytes {
    private let objects: any ObjectStore
    private let key: ObjectKey
    private let size: Int
    private let start: Int
    /// The beginning of the object, which was fetched to see whether it exists.
    private let first: Data

    private static let partLength = 1 << 20

    private init(_ objects: any ObjectStore, _ key: ObjectKey, size: Int, start: Int, first: Data) {
        self.objects = objects
        self.key = key
        self.size = size
        self.start = start
        self.first = first
    }

    /// - Returns: The object's bytes, or nil if it does not exist.
    package static func of(_ key: ObjectKey, in objects: any ObjectStore) async throws -> (any BodyBytes)? {
        guard let first = try await objects.part(of: key, 0..<partLength) else { return nil }
        if first.count < partLength { return FileBody(first) }
        guard let size = try await objects.size(of: key) else { return nil }
        return ObjectBody(objects, key, size: size, start: 0, first: first)
    }

    package var count: Int { size - start }

    package func dropFirst(_ count: Int) -> ObjectBody {
        ObjectBody(objects, key, size: size, start: min(size, start + max(0, count)), first: first)
    }

    package func body(on eventLoop: any EventLoop) -> ResponseBody {
        ResponseBody(contentLength: count) { writer in
            var position = start
            while position < size {
                let part: Data
                if position < first.count {
                    part = first.dropFirst(position)
                } else {
                    let end = min(size, position + Self.partLength)
                    // The response ends early, and its reader finds it shorter than its content length.
                    guard let found = try await objects.part(of: key, position..<end), !found.isEmpty else {
                        throw ObjectError.malformed("the object \(key) is shorter than before")
                    }
                    part = found
                }
                try await writer.write(ByteBuffer(bytes: part))
                try await eventLoop.submit {}.get()
                position += part.count
            }
            try await writer.finish(nil)
        }
    }
}
