import Foundation

/// The times of live workouts in a calendar.
package struct LiveSchedule: Sendable {
    package let workouts: [Workout]
    package let calendar: Calendar

    package init(workouts: [Workout], calendar: Calendar) {
        self.workouts = workouts
        self.calendar = calendar
    }

    /// The workout that is in progress at a date.
    package func now(_ date: Date) -> Workout? {
        workouts.first { workout in
            guard let (start, end) = times(of: workout, on: date) else { return false }
            return start <= date && date < end
        }
    }

    /// Whether users can join a workout at a date: from ten minutes before it starts until it ends.
    package func isOpen(_ date: Date) -> Bool {
        workouts.contains { workout in
            guard let (start, end) = times(of: workout, on: date) else { return false }
            return start.addingTimeInterval(-600) <= date && date < end
        }
    }

    /// The seconds from a date until a workout starts, and until it ends; nil on a day without it.
    package func seconds(of workout: Workout, from date: Date) -> (start: Int, end: Int)? {
        times(of: workout, on: date).map {
            (Self.whole($0.start.timeIntervalSince(date)), Self.whole($0.end.timeIntervalSince(date)))
        }
    }

    private static func whole(_ seconds: TimeInterval) -> Int { Int(exactly: seconds.rounded()) ?? 0 }

    /// The workout for the card of a live workout in progress. A demo can show that card at any time: it then has the
    /// last workout of the day.
    package func onAir(_ date: Date) -> Workout? { now(date) ?? workouts.last }

    /// The workouts for the card that lists them: those still to come today, or all.
    package func listed(_ date: Date, for lives: TodayModule.Lives) -> [Workout] {
        let later = lives == .today ? later(date) : []
        return later.isEmpty ? workouts : later
    }

    /// The workouts that start later on the same day.
    package func later(_ date: Date) -> [Workout] {
        workouts.filter { (times(of: $0, on: date)?.start ?? .distantPast) > date }
    }

    /// The next date on the same day at which a workout starts or ends.
    func nextChange(after date: Date) -> Date? {
        workouts.compactMap { times(of: $0, on: date) }.flatMap { [$0.start, $0.end] }.filter { $0 > date }.min()
    }

    private func times(of workout: Workout, on date: Date) -> (start: Date, end: Date)? {
        // By local time, also on a day that has 23 hours.
        var time = calendar.dateComponents([.era, .year, .month, .day], from: date)
        (time.hour, time.minute) = (workout.start / 60, workout.start % 60)
        let start = calendar.date(from: time)
        return start.map { ($0, $0.addingTimeInterval(Double(workout.minutes) * 60)) }
    }
}
