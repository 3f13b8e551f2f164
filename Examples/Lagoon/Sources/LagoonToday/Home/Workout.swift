import AtollTexts
import Foundation

/// A live workout, which takes place every day at the same time.
public struct Workout: Hashable, Sendable, Identifiable {
    /// The id, as in URLs: lowercase words with hyphens.
    public let id: String
    /// The name of the workout.
    public var title: String { localized(TextKey(verbatim: name)) }
    private let name: String
    /// The first name of the coach.
    public let coach: String
    /// When it starts, in minutes after midnight.
    public let start: Int
    /// How long it takes.
    public let minutes: Int
    /// The exercises, in order.
    public var exercises: [String] { parts.map { localized(TextKey(verbatim: $0)) } }
    private let parts: [String]

    /// When it starts, such as `07:30`.
    public var time: String {
        let (hours, minutes) = start.quotientAndRemainder(dividingBy: 60)
        return (hours < 10 ? "0" : "") + "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes)"
    }

    /// All workouts, in the order of the day.
    public static let all = [
        Workout(
            id: "morning-mobility", name: "Morning mobility", coach: "Noa", start: 7 * 60 + 30, minutes: 20,
            parts: ["Cat and cow", "Thread the needle", "Deep squat hold", "Sun salutation"]
        ),
        Workout(
            id: "lunch-strength", name: "Strength at lunch", coach: "Idris", start: 12 * 60 + 15, minutes: 30,
            parts: ["Goblet squat", "Press-up", "Row", "Farmer's walk", "Plank"]
        ),
        Workout(
            id: "evening-run", name: "Evening run", coach: "Freya", start: 18 * 60, minutes: 40,
            parts: ["Easy pace", "Six strides", "Easy pace", "Stretch"]
        ),
    ]

    /// The workout with this id, or nil.
    public static func find(_ id: String) -> Workout? { all.first { $0.id == id } }
}
