import CAtollZlib
import NIOCore

/// Compresses the bodies of responses (RFC 1952).
package enum Gzip {
    /// Returns the bytes compressed, or nil if there is not enough memory.
    ///
    /// - Parameter level: 1 is fast, 9 is small.
    /// - Complexity: O(*n*): about 20 ms for a megabyte of text at level 6.
    package static func compressed(_ bytes: ByteBuffer, level: Int32 = 6) -> ByteBuffer? {
        var stream = z_stream()
        guard atoll_deflate_init_gzip(&stream, level) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let count = bytes.readableBytes
        let bound = Int(deflateBound(&stream, UInt(count)))
        var output = ByteBuffer()
        var isDone = false
        output.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { target in
            bytes.withUnsafeReadableBytes { source in
                stream.next_in = UnsafeMutablePointer(mutating: source.bindMemory(to: UInt8.self).baseAddress)
                stream.avail_in = UInt32(count)
                stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(bound)
                isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
                return Int(stream.total_out)
            }
        }
        return isDone ? output : nil
    }

    /// Whether a client accepts compressed answers (RFC 9110, 12.5.3).
    package static func isAccepted(by header: String?) -> Bool {
        guard let header, header.utf8.count <= 1_000 else { return false }
        for item in header.split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first, ["gzip", "x-gzip"].contains(name) else { continue }
            guard let quality = parts.dropFirst().first(where: { $0.hasPrefix("q=") }) else { return true }
            return (Double(quality.dropFirst(2)) ?? 0) > 0
        }
        return false
    }
}
