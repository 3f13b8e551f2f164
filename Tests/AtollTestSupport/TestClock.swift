import Foundation

/// A clock that only advances when a test advances it.
public final class TestClock: @unchecked Sendable {
    // Safe: `instant` is only touched while `lock` is held.
    private let lock = NSLock()
    private var instant = ContinuousClock.now

    public init() {}

    public var now: ContinuousClock.Instant { lock.withLock { instant } }

    public func advance(by duration: Duration) { lock.withLock { instant += duration } }
}
