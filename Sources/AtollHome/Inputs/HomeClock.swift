import Foundation

/// The time that a home goes by, which a test, a picture or a demo can set.
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

    /// - Parameter calendar: The user's, with their time zone: by it days change.
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
    /// A token of the notification center, which may be given back from anywhere.
    private struct SendableObserver: @unchecked Sendable {
        let observer: any NSObjectProtocol
        init(_ observer: any NSObjectProtocol) { self.observer = observer }
    }

    deinit {
        for observer in observers.withLock({ $0 }) { NotificationCenter.default.removeObserver(observer.observer) }
    }
    #endif

    public func now() -> Date { Date(timeIntervalSinceNow: setting.withLock { $0.offset }) }

    public var calendar: Calendar { setting.withLock { $0.calendar } }

    /// Sets the time, from which the clock goes on; nil for the real one.
    public func set(_ date: Date?) {
        setting.withLock { $0.offset = date?.timeIntervalSinceNow ?? 0 }
        signal.send()
    }

    /// Sets the calendar, where the user has gone to another time zone.
    public func set(_ calendar: Calendar) {
        setting.withLock { $0.calendar = calendar }
        signal.send()
    }

    /// When the clock or the calendar was set.
    public func changes() -> AsyncStream<Void> { signal.changes() }

    /// The instant at which the next day begins, by the user's calendar.
    public func nextDay(after date: Date) -> Date {
        let calendar = calendar
        return calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: date))
            .map { calendar.startOfDay(for: $0) } ?? date.addingTimeInterval(86_400)
    }

    /// The longest sleep. Where nobody says that the system's clock was set, it is noticed after this.
    private static let longestSleep: TimeInterval = 15 * 60

    /// Instants at which something may have changed: those that `next` names, and each setting of the clock.
    ///
    /// Nothing is polled: the task sleeps until the instant.
    func wakes(next: @escaping @Sendable (Date) async throws -> Date?) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            while !Task.isCancelled {
                // Listened to before the time is read, so that no setting is missed.
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

    /// Sleeps, but no longer than until the clock is set.
    private static func sleep(_ seconds: TimeInterval, until changes: AsyncStream<Void>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: .seconds(seconds)) }
            group.addTask { for await _ in changes { return } }
            await group.next()
            group.cancelAll()
        }
    }
}
