import Foundation

/// The time of the server that metadata comes from, and the device's time at that moment.
///
/// The server's time is not signed, so it only changes the text of an error, and never decides whether metadata is trusted.
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
