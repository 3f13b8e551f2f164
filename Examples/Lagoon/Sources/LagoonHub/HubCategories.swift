import AtollTexts

/// The categories of mini apps that Lagoon translates. Publishers may name others, which are shown as written.
public enum HubCategories {
    /// The name of a category in the user's language.
    @Sendable public static func name(of category: String) -> String {
        switch category {
        case "finance": localized("Money")
        case "food": localized("Food and drink")
        case "fun": localized("Fun")
        case "people": localized("People")
        default: category
        }
    }
}
