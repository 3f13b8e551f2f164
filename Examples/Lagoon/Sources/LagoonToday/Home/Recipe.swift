import Foundation

/// A recipe that Today suggests.
public struct Recipe: Hashable, Sendable, Identifiable {
    /// The id, as in URLs: lowercase words with hyphens.
    public let id: String
    /// The name of the dish.
    public let title: String
    /// The time that it takes to cook.
    public let minutes: Int
    /// Whether it is meant for after training.
    public let refuels: Bool
    /// The ingredients, as the lines of a list.
    public let ingredients: [String]
    /// How to cook it.
    public let method: String
    /// The id of a product to serve it in.
    public let servedIn: Int

    /// All recipes.
    public static let all = [
        Recipe(
            id: "lagoon-bowl", title: "Lagoon bowl", minutes: 20, refuels: false,
            ingredients: ["Brown rice", "A cucumber", "Edamame", "Smoked tofu", "Lime and ginger"],
            method:
                "Cook the rice. Slice the cucumber and the tofu. Put everything into a bowl, and add lime and ginger.",
            servedIn: 30
        ),
        Recipe(
            id: "tomato-shakshuka", title: "Tomato shakshuka", minutes: 25, refuels: false,
            ingredients: ["Four tomatoes", "A red pepper", "Two eggs", "Cumin", "Bread"],
            method: "Simmer the tomatoes and the pepper with cumin for 15 minutes, then add the eggs and let them set.",
            servedIn: 31
        ),
        Recipe(
            id: "banana-oats", title: "Banana oats", minutes: 10, refuels: true,
            ingredients: ["Oats", "A banana", "Milk or oat milk", "Walnuts", "Cinnamon"],
            method: "Simmer the oats in the milk, mash in the banana, and top with walnuts and cinnamon.",
            servedIn: 32
        ),
    ]

    /// The recipe of a day, which changes daily; nil if there is none of this kind.
    package static func ofTheDay(_ date: Date, in calendar: Calendar, _ kind: TodayModule.Recipe) -> Recipe? {
        let recipes = all.filter { $0.refuels == (kind == .refuel) }
        let day = calendar.ordinality(of: .day, in: .era, for: date) ?? 0
        return recipes.isEmpty ? nil : recipes[day % recipes.count]
    }

    /// The recipe with this id, or nil.
    public static func find(_ id: String) -> Recipe? { all.first { $0.id == id } }
}
