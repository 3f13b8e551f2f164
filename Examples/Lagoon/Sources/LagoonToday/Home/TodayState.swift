import Foundation

/// The state of a user's training. In a larger app this would come from other services.
public struct TodayState: Hashable, Sendable, Codable {
    /// A user's starting stats.
    public struct Stats: Hashable, Sendable, Codable {
        /// The weight in kilograms.
        public var weight: Double
        /// The number of press-ups in a row.
        public var pressUps: Int

        /// Stats with these values, which are not checked.
        public init(weight: Double, pressUps: Int) {
            self.weight = weight
            self.pressUps = pressUps
        }

        /// Reads what a user has typed: 20 to 400 kilograms, with a point or a comma, and 0 to 500 press-ups.
        public init(weight: String, pressUps: String) throws(StatsProblem) {
            guard let weight = Double(Self.plain(weight)), (20...400).contains(weight) else { throw .weight }
            guard let pressUps = Int(Self.plain(pressUps)), (0...500).contains(pressUps) else { throw .pressUps }
            self.init(weight: weight, pressUps: pressUps)
        }

        /// A number with ASCII digits and a decimal point, regardless of the user's keyboard.
        private static func plain(_ typed: String) -> String {
            String(
                typed.filter { !$0.isWhitespace }.map { character in
                    if character == "," || character == "\u{66B}" { return "." }
                    guard let digit = character.wholeNumberValue, digit < 10 else { return character }
                    return Character("\(digit)")
                })
        }
    }

    /// The errors in stats that a user has typed.
    public enum StatsProblem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The text is not a number, or out of range.
        case weight, pressUps

        public var description: String {
            switch self {
            case .weight: localized("The weight must be a number of kilograms from 20 to 400.")
            case .pressUps: localized("The number of press-ups must be a whole number from 0 to 500.")
            }
        }
    }

    /// The live workouts that are shown: according to the schedule, or as chosen in a demo.
    public enum Lives: String, Hashable, Sendable, Codable, CaseIterable { case scheduled, none, now, today, upcoming }

    /// The starting stats; nil until the user has entered them.
    public var stats: Stats?
    /// The number of the plan's cycle, from 1; each has 28 days.
    public var cycle = 1
    /// The live workouts that are shown.
    public var lives = Lives.scheduled
    /// The days for which workouts are planned, such as `2026-11-21`.
    public var workoutsPlanned: Set<String> = []
    /// The id of the live workout that is planned for the latest of these days; nil to train without one.
    public var plannedWorkout: String?
    /// The days for which meals are planned.
    public var mealsPlanned: Set<String> = []
    /// The days on which the user has trained.
    public var trained: Set<String> = []
    /// The time zone of the browser that the user used last, such as `Europe/Madrid`; nil for the server's.
    public var timeZone: String?
    /// Whether Today explains why it looks as it does; nil for no.
    public var isExplained: Bool?
    /// The setting of the user's clock; nil for the real time.
    public var clock: ClockSetting?

    /// A setting of a clock, which continues to run.
    public struct ClockSetting: Hashable, Sendable, Codable {
        /// The time that the clock was set to.
        public var shown: Date
        /// The real time at which that happened.
        public var real: Date

        /// - Parameters:
        ///   - shown: The time that the clock was set to.
        ///   - real: The real time at which that happened.
        public init(shown: Date, real: Date) {
            self.shown = shown
            self.real = real
        }
    }

    /// The state of a new user.
    public init() {}

    /// Plans a day's training.
    ///
    /// - Parameter workout: The id of a live workout, or nil to train without one.
    package mutating func plan(_ workout: Workout.ID?, on day: String) {
        workoutsPlanned = [day]
        plannedWorkout = workout
    }

    /// Clears the plan of the day.
    package mutating func clearPlan() {
        workoutsPlanned = []
        plannedWorkout = nil
        mealsPlanned = []
    }

    /// Whether a text is the name of a time zone, such as `Europe/Madrid`.
    package static func isTimeZone(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_+\-]*(\/[A-Za-z0-9_+\-]+)*/#) != nil
            && TimeZone(identifier: name) != nil
    }

    /// The text for a day, such as `2026-11-21`.
    package static func day(_ date: Date, _ calendar: Calendar) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
        return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
    }
}
