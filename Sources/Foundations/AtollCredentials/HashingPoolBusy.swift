import Foundation

/// The pool can't take more work now. A server responds with 503 and `Retry-After`.
public struct HashingPoolBusy: Error, Hashable, CustomStringConvertible {
    /// The number of seconds after which a retry is worthwhile.
    public let retryAfter = 2

    /// Creates the error.
    public init() {}

    public var description: String { "Too many people are signing in at the moment. Try again in a few seconds." }
}
