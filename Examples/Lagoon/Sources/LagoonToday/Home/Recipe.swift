import Foundation

/// Something to cook.
public struct Recipe: Hashable, Sendable, Identifiable {
    public let id: String
    public let title: String
    public let minutes: Int
    /// Whether it is for after training.
    public let refuels: Bool
    public let ingredients: [String]
    public let method: String
    /// The number of a product to serve it in.
    public let servedIn: Int

    public static let all = [
        Recipe(
            id: "lagoon-bowl", title: "Lagoon bowl", minutes: 20, refuels: false,
            ingredients: ["Brown rice", "A cucumber", "Edamame", "Smoked tofu", "Lime and ginger"],
            method:
                "Cook the rice. Slice what can be sliced. Put everything into a bowl, and the lime and the ginger over it.",
            servedIn: 30
        ),
        Recipe(
            id: "tomato-shakshuka", title: "Tomato shakshuka", minutes: 25, refuels: false,
            ingredients: ["Four tomatoes", "A red pepper", "Two eggs", "Cumin", "Bread"],
            method: "Let tomatoes and pepper simmer with cumin for a quarter of an hour, then let the eggs set in it.",
            servedIn: 31
        ),
        Recipe(
            id: "banana-oats", title: "Banana oats", minutes: 10, refuels: true,
            ingredients: ["Oats", "A banana", "Milk or oat milk", "Walnuts", "Cinnamon"],
            method: "Simmer the oats in the milk, mash the banana into it, and put walnuts and cinnamon on top.",
            servedIn: 32
        ),
    ]

    /// The one that is shown on a day: another one each day.
    package static func ofTheDay(_ date: Date, in calendar: Calendar, _ kind: TodayModule.Recipe) -> Recipe? {
        let recipes = all.filter { $0.refuels == (kind == .refuel) }
        let day = calendar.ordinality(of: .day, in: .era, for: date) ?? 0
        return recipes.isEmpty ? nil : recipes[day % recipes.count]
    }

    public static func find(_ id: String) -> Recipe? { all.first { $0.id == id } }
}
