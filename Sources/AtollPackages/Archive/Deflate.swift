import CZlib

/// Raw deflate streams (RFC 1951) and CRC-32, by zlib.
enum Deflate {
    /// The compressed bytes, or nil where that is not smaller.
    static func deflate(_ bytes: [UInt8]) -> [UInt8]? {
        withStream { stream in
            guard !bytes.isEmpty, atoll_deflate_init_raw(stream, 9) == Z_OK else { return nil }
            defer { deflateEnd(stream) }
            var output = [UInt8](repeating: 0, count: bytes.count)
            let status = run(stream, bytes[...], &output, CZlib.deflate)
            let count = Int(stream.pointee.total_out)
            guard status == Z_STREAM_END, count < bytes.count else { return nil }
            return Array(output[..<count])
        }
    }

    /// The bytes that `data` gives, or nil unless it is one whole stream, with nothing behind it, of exactly `size`
    /// bytes. Never more than `size` bytes are written.
    static func inflate(_ data: ArraySlice<UInt8>, to size: Int) -> [UInt8]? {
        withStream { stream in
            guard atoll_inflate_init_raw(stream) == Z_OK else { return nil }
            defer { inflateEnd(stream) }
            // zlib wants room for a byte even where none will come.
            var output = [UInt8](repeating: 0, count: max(size, 1))
            let status = run(stream, data, &output, CZlib.inflate)
            guard status == Z_STREAM_END, Int(stream.pointee.total_out) == size, stream.pointee.avail_in == 0 else {
                return nil
            }
            return Array(output[..<size])
        }
    }

    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(crc32(0, $0.baseAddress, UInt32($0.count))) }
    }

    /// zlib keeps the address of its stream, so the stream must not move between two calls.
    private static func withStream<Result>(_ body: (z_streamp) -> Result) -> Result {
        let stream = z_streamp.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        return body(stream)
    }

    private static func run(
        _ stream: z_streamp, _ input: ArraySlice<UInt8>, _ output: inout [UInt8],
        _ step: (z_streamp, Int32) -> Int32
    ) -> Int32 {
        input.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                // zlib does not write through `next_in`; its type only lacks the const.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                return step(stream, Z_FINISH)
            }
        }
    }
}
