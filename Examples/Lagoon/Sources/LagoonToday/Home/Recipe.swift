import AtollTexts
import Foundation

/// A recipe that Today suggests.
public struct Recipe: Hashable, Sendable, Identifiable {
    /// The id, as in URLs: lowercase words with hyphens.
    public let id: String
    /// The name of the dish.
    public var title: String { localized(TextKey(verbatim: name)) }
    private let name: String
    /// The time that it takes to cook.
    public let minutes: Int
    /// Whether it is meant for after training.
    public let refuels: Bool
    /// The ingredients, as the lines of a list.
    public var ingredients: [String] { needs.map { localized(TextKey(verbatim: $0)) } }
    private let needs: [String]
    /// How to cook it.
    public var method: String { localized(TextKey(verbatim: way)) }
    private let way: String
    /// The id of a product to serve it in.
    public let servedIn: Int

    /// All recipes.
    public static let all = [
        Recipe(
            id: "lagoon-bowl", name: "Lagoon bowl", minutes: 20, refuels: false,
            needs: ["Brown rice", "A cucumber", "Edamame", "Smoked tofu", "Lime and ginger"],
            way:
                "Cook the rice. Slice the cucumber and the tofu. Put everything into a bowl, and add lime and ginger.",
            servedIn: 30
        ),
        Recipe(
            id: "tomato-shakshuka", name: "Tomato shakshuka", minutes: 25, refuels: false,
            needs: ["Four tomatoes", "A red pepper", "Two eggs", "Cumin", "Bread"],
            way: "Simmer the tomatoes and the pepper with cumin for 15 minutes, then add the eggs and let them set.",
            servedIn: 31
        ),
        Recipe(
            id: "banana-oats", name: "Banana oats", minutes: 10, refuels: true,
            needs: ["Oats", "A banana", "Milk or oat milk", "Walnuts", "Cinnamon"],
            way: "Simmer the oats in the milk, mash in the banana, and top with walnuts and cinnamon.",
            servedIn: 32
        ),
    ]

    /// A day's meals, in order: a breakfast, a lunch and a dinner.
    package static let meals = ["banana-oats", "lagoon-bowl", "tomato-shakshuka"].compactMap(find)

    /// The recipe of a day, which changes daily; nil if no recipe is of this kind.
    package static func ofTheDay(_ date: Date, in calendar: Calendar, _ kind: TodayModule.Recipe) -> Recipe? {
        let recipes = all.filter { $0.refuels == (kind == .refuel) }
        let day = calendar.ordinality(of: .day, in: .era, for: date) ?? 0
        return recipes.isEmpty ? nil : recipes[day % recipes.count]
    }

    /// The recipe with this id, or nil.
    public static func find(_ id: String) -> Recipe? { all.first { $0.id == id } }
}
