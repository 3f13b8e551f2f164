/// A live workout.
public struct Workout: Hashable, Sendable, Identifiable {
    public let id: String
    public let title: String
    public let coach: String
    public let time: String
    public let minutes: Int
    public let exercises: [String]

    public static let all = [
        Workout(
            id: "morning-mobility", title: "Morning mobility", coach: "Noa", time: "07:30", minutes: 20,
            exercises: ["Cat and cow", "Thread the needle", "Deep squat hold", "Sun salutation"]
        ),
        Workout(
            id: "lunch-strength", title: "Strength at lunch", coach: "Idris", time: "12:15", minutes: 30,
            exercises: ["Goblet squat", "Press-up", "Row", "Farmer's walk", "Plank"]
        ),
        Workout(
            id: "evening-run", title: "Evening run", coach: "Freya", time: "18:00", minutes: 40,
            exercises: ["Easy pace", "Six strides", "Easy pace", "Stretch"]
        ),
    ]

    public static func find(_ id: String) -> Workout? { all.first { $0.id == id } }
}
