import Foundation

/// A live workout, every day at the same time.
public struct Workout: Hashable, Sendable, Identifiable {
    public let id: String
    public let title: String
    public let coach: String
    /// When it begins, in minutes after midnight.
    public let start: Int
    public let minutes: Int
    public let exercises: [String]

    /// When it begins, such as `07:30`.
    public var time: String {
        let (hours, minutes) = start.quotientAndRemainder(dividingBy: 60)
        return (hours < 10 ? "0" : "") + "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes)"
    }

    public static let all = [
        Workout(
            id: "morning-mobility", title: "Morning mobility", coach: "Noa", start: 7 * 60 + 30, minutes: 20,
            exercises: ["Cat and cow", "Thread the needle", "Deep squat hold", "Sun salutation"]
        ),
        Workout(
            id: "lunch-strength", title: "Strength at lunch", coach: "Idris", start: 12 * 60 + 15, minutes: 30,
            exercises: ["Goblet squat", "Press-up", "Row", "Farmer's walk", "Plank"]
        ),
        Workout(
            id: "evening-run", title: "Evening run", coach: "Freya", start: 18 * 60, minutes: 40,
            exercises: ["Easy pace", "Six strides", "Easy pace", "Stretch"]
        ),
    ]

    public static func find(_ id: String) -> Workout? { all.first { $0.id == id } }
}

/// Which live workouts are on, by the clock.
package struct LiveSchedule: Sendable {
    package let workouts: [Workout]
    package let calendar: Calendar

    package init(workouts: [Workout], calendar: Calendar) {
        self.workouts = workouts
        self.calendar = calendar
    }

    /// The workout that goes on at a date.
    package func now(_ date: Date) -> Workout? {
        workouts.first { workout in
            guard let (start, end) = times(of: workout, on: date) else { return false }
            return start <= date && date < end
        }
    }

    /// The workout of a card that says that one goes on. A demo can have one at any time: the last of the day.
    package func onAir(_ date: Date) -> Workout? { now(date) ?? workouts.last }

    /// The workouts of a card that lists them: those that are still to come today, or all.
    package func listed(_ date: Date, for lives: TodayModule.Lives) -> [Workout] {
        let later = lives == .today ? later(date) : []
        return later.isEmpty ? workouts : later
    }

    /// Those that begin later on the same day.
    package func later(_ date: Date) -> [Workout] {
        workouts.filter { (times(of: $0, on: date)?.start ?? .distantPast) > date }
    }

    /// The instant at which one of that day begins or ends next.
    func nextChange(after date: Date) -> Date? {
        workouts.compactMap { times(of: $0, on: date) }.flatMap { [$0.start, $0.end] }.filter { $0 > date }.min()
    }

    private func times(of workout: Workout, on date: Date) -> (start: Date, end: Date)? {
        // By the clock on the wall, also on a day that has 23 hours.
        let start = calendar.date(
            bySettingHour: workout.start / 60, minute: workout.start % 60, second: 0, of: calendar.startOfDay(for: date)
        )
        return start.map { ($0, $0.addingTimeInterval(Double(workout.minutes) * 60)) }
    }
}
