import Foundation
import Hummingbird
import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Parts of a file as the body of an answer, read piece by piece as the client takes them: a slow one costs one piece of memory and
/// not the file.
///
/// The file stays as it was opened: one that is removed meanwhile is sent to its end.
package struct FileBody: Sendable {
    private final class Descriptor: Sendable {
        let number: Int32
        init(_ number: Int32) { self.number = number }
        deinit { close(number) }
    }

    /// nil for bytes that lie in no file.
    private let descriptor: Descriptor?
    /// The parts, in the order in which they are sent.
    private let ranges: [Range<Int>]
    /// Sent before the first part.
    private let prefix: Data

    private static let pieceLength = 64 * 1024

    /// - Parameters:
    ///   - prefix: Bytes to send first.
    ///   - ranges: The parts; the whole file, without.
    /// - Returns: nil if there is no such file.
    /// - Throws: `POSIXError` if it is there and can't be opened, such as for want of descriptors.
    package init?(path: String, prefix: Data = Data(), ranges: [Range<Int>]? = nil) throws {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else {
            if errno == ENOENT { return nil }
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        descriptor = Descriptor(number)
        self.prefix = prefix
        let size = Int(lseek(number, 0, SEEK_END))
        self.ranges = ranges ?? (size > 0 ? [0..<size] : [])
    }

    /// Bytes that lie in no file.
    package init(_ data: Data) { self.init(nil, data, []) }

    private init(_ descriptor: Descriptor?, _ prefix: Data, _ ranges: [Range<Int>]) {
        self.descriptor = descriptor
        self.prefix = prefix
        self.ranges = ranges
    }

    package var count: Int { ranges.reduce(prefix.count) { $0 + $1.count } }

    /// What is left without the first bytes.
    package func dropFirst(_ count: Int) -> FileBody {
        var left = max(0, count - prefix.count)
        var kept: [Range<Int>] = []
        for range in ranges {
            let dropped = min(left, range.count)
            left -= dropped
            if dropped < range.count { kept.append(range.dropFirst(dropped).startIndex..<range.upperBound) }
        }
        return FileBody(descriptor, Data(prefix.dropFirst(count)), kept)
    }

    /// The body, for a connection on `eventLoop`.
    ///
    /// Writing a piece only hands it over to the event loop; whether the connection takes more is known once that has had its turn. So
    /// each piece waits for it: otherwise some megabytes are on their way before anybody says stop.
    package func body(on eventLoop: any EventLoop) -> ResponseBody {
        let (descriptor, ranges, prefix) = (descriptor, ranges, prefix)
        return ResponseBody(contentLength: count) { writer in
            if !prefix.isEmpty { try await writer.write(ByteBuffer(bytes: prefix)) }
            guard let descriptor else { return try await writer.finish(nil) }
            for range in ranges {
                var position = range.lowerBound
                while position < range.upperBound {
                    let length = min(Self.pieceLength, range.upperBound - position)
                    let piece = try await Self.read(descriptor, at: position, length)
                    try await writer.write(piece)
                    try await eventLoop.submit {}.get()
                    position += length
                }
            }
            try await writer.finish(nil)
        }
    }

    private static func read(_ descriptor: Descriptor, at position: Int, _ length: Int) async throws -> ByteBuffer {
        try await NIOThreadPool.singleton.runIfActive {
            var buffer = ByteBufferAllocator().buffer(capacity: length)
            var failure: Int32 = 0
            while buffer.readableBytes < length, failure == 0 {
                let wanted = length - buffer.readableBytes
                let offset = position + buffer.readableBytes
                buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { bytes in
                    let count = pread(descriptor.number, bytes.baseAddress, wanted, off_t(offset))
                    if count <= 0 { failure = count < 0 ? errno : EIO }
                    return max(0, count)
                }
                if failure == EINTR { failure = 0 }
            }
            // The answer ends in the middle, and whoever reads it finds it too short.
            if failure != 0 { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
            return buffer
        }
    }
}
