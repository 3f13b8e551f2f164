import CAtollZlib
import Foundation

/// Raw deflate streams (RFC 1951) and CRC-32, by zlib.
enum Deflate {
    /// The compressed bytes, or nil if they are not smaller than `bytes`.
    static func deflate(_ bytes: [UInt8]) -> [UInt8]? {
        withStream { stream in
            guard !bytes.isEmpty, atoll_deflate_init_raw(stream, 9) == Z_OK else { return nil }
            defer { deflateEnd(stream) }
            // cannot trap: the length of bytes that are already in memory.
            var output = Data(count: bytes.count)
            let status = run(stream, bytes, &output, CAtollZlib.deflate)
            let count = Int(stream.pointee.total_out)
            guard status == Z_STREAM_END, count < bytes.count else { return nil }
            return Array(output[..<count])
        }
    }

    /// The bytes that `data` inflates to, or nil unless it is one complete stream of exactly `size` bytes with nothing
    /// after it. Never returns more than `size` bytes.
    static func inflate(_ data: some ContiguousBytes, to size: Int) -> Data? {
        withStream { stream in
            guard atoll_inflate_init_raw(stream) == Z_OK else { return nil }
            defer { inflateEnd(stream) }
            // zlib needs room for at least one byte, even if it will write none.
            // cannot trap: not negative, and the reader has checked it against its limits.
            var output = Data(count: max(size, 1))
            let status = run(stream, data, &output, CAtollZlib.inflate)
            guard status == Z_STREAM_END, Int(stream.pointee.total_out) == size, stream.pointee.avail_in == 0 else {
                return nil
            }
            output.removeLast(output.count - size)
            return output
        }
    }

    /// The CRC-32 of the bytes that `data` inflates to, without storing them; nil unless it is one complete stream of
    /// exactly `size` bytes.
    static func checksum(inflating data: some ContiguousBytes, to size: Int) -> UInt32? {
        withStream { stream in
            guard atoll_inflate_init_raw(stream) == Z_OK else { return nil }
            defer { inflateEnd(stream) }
            return data.withUnsafeBytes { input in
                withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { window in
                    // zlib does not write through `next_in`; its type only lacks the const.
                    stream.pointee.next_in = UnsafeMutablePointer(
                        mutating: input.bindMemory(to: UInt8.self).baseAddress)
                    stream.pointee.avail_in = UInt32(input.count)
                    let output = window.bindMemory(to: UInt8.self).baseAddress
                    var checksum: UInt = 0
                    while true {
                        stream.pointee.next_out = output
                        stream.pointee.avail_out = UInt32(window.count)
                        let status = CAtollZlib.inflate(stream, Z_NO_FLUSH)
                        checksum = crc32(checksum, output, UInt32(window.count) - stream.pointee.avail_out)
                        guard Int(stream.pointee.total_out) <= size else { return nil }
                        if status == Z_STREAM_END { break }
                        guard status == Z_OK else { return nil }
                    }
                    guard Int(stream.pointee.total_out) == size, stream.pointee.avail_in == 0 else { return nil }
                    return UInt32(checksum)
                }
            }
        }
    }

    /// The CRC-32 of `bytes`.
    static func checksum(_ bytes: some ContiguousBytes) -> UInt32 {
        bytes.withUnsafeBytes { UInt32(crc32(0, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))) }
    }

    /// zlib stores a pointer to its stream, so the stream must not move between two calls.
    private static func withStream<Result>(_ body: (z_streamp) -> Result) -> Result {
        let stream = z_streamp.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        return body(stream)
    }

    private static func run(
        _ stream: z_streamp, _ input: some ContiguousBytes, _ output: inout Data,
        _ step: (z_streamp, Int32) -> Int32
    ) -> Int32 {
        input.withUnsafeBytes { input in
            output.withUnsafeMutableBytes { output in
                // zlib does not write through `next_in`; its type only lacks the const.
                stream.pointee.next_in = UnsafeMutablePointer(
                    mutating: input.bindMemory(to: UInt8.self).baseAddress)
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                return step(stream, Z_FINISH)
            }
        }
    }
}
