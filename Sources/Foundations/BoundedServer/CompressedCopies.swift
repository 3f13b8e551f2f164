import Foundation
import NIOCore

/// A cache of the compressed copies of long answers that are requested again and again. Compressing a megabyte takes a
/// hundred times as long as finding it here.
final class CompressedCopies: @unchecked Sendable {
    // `Mutex` needs iOS 18.
    private let lock = NSLock()
    // Safe: only touched while `lock` is held.
    private var copies: [ByteBuffer: ByteBuffer] = [:]
    private var order: [ByteBuffer] = []
    private var bytes = 0

    /// The length of the shortest answer that is cached, in bytes. Shorter ones are compressed each time.
    private static let minimum = 32 * 1024
    /// The maximum total length of the cached answers, in bytes, without their copies, which are shorter.
    private static let capacity = 16 << 20

    /// Returns an answer compressed, or nil if there is not enough memory.
    func compressed(_ answer: ByteBuffer) -> ByteBuffer? {
        guard answer.readableBytes >= Self.minimum else { return Gzip.compressed(answer) }
        if let known = lock.withLock({ copies[answer] }) { return known }
        guard let copy = Gzip.compressed(answer) else { return nil }
        guard copy.readableBytes < answer.readableBytes else { return copy }
        lock.withLock {
            guard copies.updateValue(copy, forKey: answer) == nil else { return }
            order.append(answer)
            bytes += answer.readableBytes
            while bytes > Self.capacity {
                let oldest = order.removeFirst()
                copies[oldest] = nil
                bytes -= oldest.readableBytes
            }
        }
        return copy
    }

    /// The number of cached answers.
    var count: Int { lock.withLock { copies.count } }
}
