import Foundation

/// The clock that a home goes by; tests, snapshots and demos can set it.
public final class HomeClock: Sendable {
    private struct Setting: Sendable {
        var offset: TimeInterval = 0
        var calendar: Calendar
    }

    private let setting: Locked<Setting>
    private let signal = HomeSignal()
    #if canImport(Darwin)
    private let observers = Locked<[SendableObserver]>([])
    #endif

    /// Creates a clock that shows the system's time.
    ///
    /// - Parameter calendar: The user's calendar, whose time zone decides when a day begins.
    public init(calendar: Calendar = .autoupdatingCurrent) {
        setting = Locked(Setting(calendar: calendar))
        #if canImport(Darwin)
        for name in [Notification.Name.NSSystemClockDidChange, .NSSystemTimeZoneDidChange] {
            let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                [signal] _ in signal.send()
            }
            observers.withLock { $0.append(SendableObserver(observer)) }
        }
        #endif
    }

    #if canImport(Darwin)
    /// An observer's token. Sendable is safe: it is never changed, and the notification center accepts it on any
    /// thread.
    private struct SendableObserver: @unchecked Sendable {
        let observer: any NSObjectProtocol
        init(_ observer: any NSObjectProtocol) { self.observer = observer }
    }

    deinit {
        for observer in observers.withLock({ $0 }) { NotificationCenter.default.removeObserver(observer.observer) }
    }
    #endif

    /// The current time of this clock.
    public func now() -> Date { Date(timeIntervalSinceNow: setting.withLock { $0.offset }) }

    /// The user's calendar.
    public var calendar: Calendar { setting.withLock { $0.calendar } }

    /// Sets the time, from which the clock continues to run; nil sets it back to the system's time.
    public func set(_ date: Date?) {
        setting.withLock { $0.offset = date?.timeIntervalSinceNow ?? 0 }
        signal.send()
    }

    /// Sets the calendar, for example when the user's time zone has changed.
    public func set(_ calendar: Calendar) {
        setting.withLock { $0.calendar = calendar }
        signal.send()
    }

    /// Yields whenever the clock or the calendar is set or, on Apple's systems, the system's clock or time zone
    /// changes.
    public func changes() -> AsyncStream<Void> { signal.changes() }

    /// The start of the next day in the user's calendar.
    public func nextDay(after date: Date) -> Date {
        let calendar = calendar
        return calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: date))
            .map { calendar.startOfDay(for: $0) } ?? date.addingTimeInterval(86_400)
    }

    /// The longest sleep, in seconds. On systems that do not notify of changes to the clock, a change is noticed after
    /// this.
    private static let longestSleep: TimeInterval = 15 * 60

    /// Yields at each instant that `next` names, whenever the clock is set, and at the latest after ``longestSleep``.
    ///
    /// The task sleeps until the instant.
    func wakes(next: @escaping @Sendable (Date) async throws -> Date?) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            while !Task.isCancelled {
                // Subscribed before the time is read, so that no change is missed.
                let changes = self.changes()
                let now = self.now()
                let due = (try? await next(now)) ?? nil
                let wait = min(due.map { $0.timeIntervalSince(now) } ?? Self.longestSleep, Self.longestSleep)
                await Self.sleep(max(wait, 0.001), until: changes)
                if !Task.isCancelled { continuation.yield() }
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Sleeps until the time has passed or the clock is set, whichever comes first.
    private static func sleep(_ seconds: TimeInterval, until changes: AsyncStream<Void>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: .seconds(seconds)) }
            group.addTask { for await _ in changes { return } }
            await group.next()
            group.cancelAll()
        }
    }
}
