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

/// Parts of a file as the body of a response, read piece by piece as the client receives them: a slow client costs the
/// memory of one piece, not of the file.
///
/// The file is opened once: if it is removed in the meantime, it is still sent to its end.
package struct FileBody: BodyBytes {
    private final class Descriptor: Sendable {
        let number: Int32
        init(_ number: Int32) { self.number = number }
        deinit { close(number) }
    }

    /// nil for bytes that are not from a file.
    private let descriptor: Descriptor?
    /// The parts, in the order in which they are sent.
    private let ranges: [Range<Int>]
    /// Sent before the first part.
    private let prefix: Data

    static let pieceLength = 64 * 1024

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - prefix: Bytes to send first.
    ///   - ranges: The parts to send; nil for the whole file.
    /// - Returns: nil if the file does not exist.
    /// - Throws: `POSIXError` if it exists but can't be opened, for example because the process is out of descriptors.
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

    /// Writes bytes to an unlinked temporary file, so that they do not stay in the memory of the process for a slow
    /// client.
    ///
    /// - Throws: `POSIXError` or an error of Foundation if they can't be written.
    package init(storing data: Data) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "atoll-\(UUID().uuidString)")
        let number = open(file.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        descriptor = Descriptor(number)
        unlink(file.path)
        try FileHandle(fileDescriptor: number, closeOnDealloc: false).write(contentsOf: data)
        prefix = Data()
        ranges = data.isEmpty ? [] : [0..<data.count]
    }

    /// A body of bytes that are not from a file.
    package init(_ data: Data) { self.init(nil, data, []) }

    private init(_ descriptor: Descriptor?, _ prefix: Data, _ ranges: [Range<Int>]) {
        self.descriptor = descriptor
        self.prefix = prefix
        self.ranges = ranges
    }

    package var count: Int { ranges.reduce(prefix.count) { $0 + $1.count } }

    package func dropFirst(_ count: Int) -> FileBody {
        FileBody(descriptor, Data(prefix.dropFirst(count)), ranges.withoutFirst(count - prefix.count))
    }

    /// The response body, for a connection on `eventLoop`.
    ///
    /// A write only hands a piece to the event loop; whether the connection accepts more is known after the loop's next
    /// turn. So each piece waits for that turn: otherwise some megabytes would be queued before the connection signals
    /// back-pressure. An empty write then waits until the connection accepts more, so that the next piece is not in
    /// memory yet.
    package func body(on eventLoop: any EventLoop) -> ResponseBody {
        let (descriptor, ranges, prefix) = (descriptor, ranges, prefix)
        return ResponseBody(contentLength: count) { writer in
            for start in stride(from: 0, to: prefix.count, by: Self.pieceLength) {
                try await writer.write(ByteBuffer(bytes: prefix.dropFirst(start).prefix(Self.pieceLength)))
                try await eventLoop.submit {}.get()
                try await writer.write(ByteBuffer())
            }
            guard let descriptor else { return try await writer.finish(nil) }
            for range in ranges {
                var position = range.lowerBound
                while position < range.upperBound {
                    let length = min(Self.pieceLength, range.upperBound - position)
                    let piece = try await Self.read(descriptor, at: position, length)
                    try await writer.write(piece)
                    try await eventLoop.submit {}.get()
                    try await writer.write(ByteBuffer())
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
            // The response ends early, and its reader finds it shorter than its content length.
            if failure != 0 { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
            return buffer
        }
    }
}
