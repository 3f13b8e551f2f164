import AtollTexts
import Foundation

/// A product that Lagoon sells.
public struct Product: Hashable, Sendable, Identifiable {
    /// The number of the product, from 1 to 1,000.
    public let id: Int
    private let material: Material
    private let thing: (name: String, kind: String)
    /// The price in cents.
    public let price: Int

    /// A material and its colour.
    private struct Material: Sendable {
        let name: String
        let color: String
    }

    /// The name, made of a thing and its material, in the user's language.
    public var name: String { texts.name }

    private var texts: ProductTexts.Row {
        ProductTexts.shared.row(of: id) {
            .init(
                name: localized("\(localized(TextKey(verbatim: material.name))) \(thingName)"),
                price: (Decimal(price) / 100).formatted(
                    .currency(code: "EUR").locale(TextLanguage.locale(of: TextLanguage.current))))
        }
    }

    /// The category, such as Kitchen.
    public var kind: String { localized(TextKey(verbatim: thing.kind)) }

    /// A sentence about the product.
    public var summary: String { localized("Made to last, and easy to repair.") }

    /// The colour of the product's picture, which is that of its material, such as `#b87333`.
    public var color: String { material.color }

    private var thingName: String { localized(TextKey(verbatim: thing.name)) }

    public static func == (left: Product, right: Product) -> Bool { left.id == right.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Product {
    /// All thousand products, by id.
    public static let all: [Product] = (1...1_000).map { number in
        Product(
            id: number, material: materials[(number - 1) % materials.count],
            thing: things[(number - 1) / materials.count],
            price: 900 + (number * 7_919) % 24_000)
    }

    /// The product with this id, or nil.
    public static func find(_ id: Int) -> Product? { (1...all.count).contains(id) ? all[id - 1] : nil }

    /// The products whose name or kind contains each word of a search, regardless of case and accents; all products if
    /// the search is empty. Only the first eight words count.
    ///
    /// - Complexity: O(*n*) in the products.
    public static func matching(_ search: String) -> [Product] {
        let words = Set(search.split(separator: " ").prefix(8).map { folded(String($0)) })
        guard !words.isEmpty else { return all }
        return all.filter { product in
            let text = folded("\(product.name) \(product.kind)")
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// A text without case and accents.
    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// The price with its currency, such as `€12.50`, as written in the user's language.
    public var priceText: String { texts.price }

    private static let materials = [
        Material(name: "Coral", color: "#ff7f66"), Material(name: "Driftwood", color: "#a89785"),
        Material(name: "Linen", color: "#d9c9ae"), Material(name: "Slate", color: "#5f6d79"),
        Material(name: "Amber", color: "#e0920f"), Material(name: "Copper", color: "#b87333"),
        Material(name: "Glass", color: "#a6cfd0"), Material(name: "Wool", color: "#cfc4b5"),
        Material(name: "Bamboo", color: "#b9ad5f"), Material(name: "Cork", color: "#b98b5e"),
        Material(name: "Basalt", color: "#45484d"), Material(name: "Pearl", color: "#dcd6cf"),
        Material(name: "Sailcloth", color: "#c9d1d6"), Material(name: "Oak", color: "#9c7443"),
        Material(name: "Terracotta", color: "#c8623f"), Material(name: "Brass", color: "#b5a042"),
        Material(name: "Felt", color: "#7d8a6f"), Material(name: "Rattan", color: "#c49a5c"),
        Material(name: "Marble", color: "#c6c9cc"), Material(name: "Cotton", color: "#e3ddd0"),
        Material(name: "Steel", color: "#8a97a3"), Material(name: "Walnut", color: "#6b4a33"),
        Material(name: "Clay", color: "#a9674c"), Material(name: "Leather", color: "#7d4c2c"),
        Material(name: "Shell", color: "#e6c3b3"),
    ]

    private static let things = [
        ("Lamp", "Home"), ("Bowl", "Kitchen"), ("Chair", "Home"), ("Tray", "Kitchen"), ("Vase", "Home"),
        ("Clock", "Home"), ("Bench", "Garden"), ("Planter", "Garden"), ("Lantern", "Garden"), ("Mug", "Kitchen"),
        ("Basket", "Home"), ("Board", "Kitchen"), ("Mirror", "Home"), ("Stool", "Home"), ("Jug", "Kitchen"),
        ("Throw", "Home"), ("Cushion", "Home"), ("Hook", "Home"), ("Plate", "Kitchen"), ("Candle", "Home"),
        ("Box", "Office"), ("Frame", "Home"), ("Pen", "Office"), ("Notebook", "Office"), ("Shelf", "Office"),
        ("Bottle", "Sport"), ("Bag", "Sport"), ("Mat", "Sport"), ("Towel", "Sport"), ("Hammock", "Garden"),
        ("Kettle", "Kitchen"), ("Spoon", "Kitchen"), ("Rug", "Home"), ("Table", "Home"), ("Swing", "Garden"),
        ("Bell", "Garden"), ("Stand", "Office"), ("Tile", "Home"), ("Knife", "Kitchen"), ("Paddle", "Sport"),
    ]
}
