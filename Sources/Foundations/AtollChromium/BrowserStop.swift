import Foundation

/// Ends a browser from another thread.
public final class BrowserStop: @unchecked Sendable {
    private let lock = NSLock()
    // Safe: only touched while `lock` is held.
    private var isOn = false

    /// Creates a switch that has not been used.
    public init() {}

    /// Ends the browser, within a tenth of a second or two.
    public func stop() { lock.withLock { isOn = true } }

    var isStopped: Bool { lock.withLock { isOn } }
}
