import HummingbirdCore
import NIOCore

/// The bytes of a body, read while they are sent.
package protocol BodyBytes: Sendable {
    /// The number of bytes.
    var count: Int { get }

    /// The body without its first `count` bytes.
    func dropFirst(_ count: Int) -> Self

    /// The response body, for a connection on `eventLoop`.
    func body(on eventLoop: any EventLoop) -> ResponseBody
}

extension [Range<Int>] {
    /// The ranges without their first `count` numbers; all of them if it is not positive.
    package func withoutFirst(_ count: Int) -> [Range<Int>] {
        var left = Swift.max(0, count)
        var kept: [Range<Int>] = []
        for range in self {
            let dropped = Swift.min(left, range.count)
            left -= dropped
            if dropped < range.count { kept.append(range.dropFirst(dropped).startIndex..<range.upperBound) }
        }
        return kept
    }
}
