import HummingbirdCore
import NIOCore

/// The bytes of a body, which are read while they are sent.
package protocol BodyBytes: Sendable {
    /// How many there are.
    var count: Int { get }

    /// The body without its first `count` bytes.
    func dropFirst(_ count: Int) -> Self

    /// The response body, for a connection on `eventLoop`.
    func body(on eventLoop: any EventLoop) -> ResponseBody
}
