import Foundation

/// A live workout, which takes place every day at the same time.
public struct Workout: Hashable, Sendable, Identifiable {
    /// The id, as in URLs: lowercase words with hyphens.
    public let id: String
    /// The name of the workout.
    public let title: String
    /// The first name of the coach.
    public let coach: String
    /// When it starts, in minutes after midnight.
    public let start: Int
    /// How long it takes.
    public let minutes: Int
    /// The exercises, in order.
    public let exercises: [String]

    /// When it starts, such as `07:30`.
    public var time: String {
        let (hours, minutes) = start.quotientAndRemainder(dividingBy: 60)
        return (hours < 10 ? "0" : "") + "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes)"
    }

    /// All workouts, in the order of the day.
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

    /// The workout with this id, or nil.
    public static func find(_ id: String) -> Workout? { all.first { $0.id == id } }
}
