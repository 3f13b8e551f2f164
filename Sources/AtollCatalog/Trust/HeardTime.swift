import Foundation

/// What the server says the time is that a device gets metadata from, beside what the device says.
///
/// Nobody has signed it: it decides on words only, never on what is trusted.
final class HeardTime: @unchecked Sendable {
    // Safe: `last` is accessed only while `lock` is held. `Mutex` needs iOS 18.
    private let lock = NSLock()
    private var last: (device: Date, server: Date)?

    /// How far apart clocks may be, in seconds.
    private static let tolerance: TimeInterval = 600

    func note(_ server: Date, at device: Date) { lock.withLock { last = (device, server) } }

    /// Both times if they are far apart, when the server last answered.
    var difference: (device: Date, server: Date)? {
        lock.withLock { last }.flatMap { abs($0.device.timeIntervalSince($0.server)) > Self.tolerance ? $0 : nil }
    }
}
