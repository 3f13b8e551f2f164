/// A product that Lagoon sells.
public struct Product: Hashable, Sendable, Identifiable {
    /// The number of the product, from 1 to 1,000.
    public let id: Int
    /// The name: a material and a thing.
    public let name: String
    /// The category, such as Kitchen.
    public let kind: String
    /// The price in cents.
    public let price: Int
    /// A sentence about the product.
    public let summary: String
    /// The hue of the product's picture, from 0 to 359.
    public let hue: Int
}

extension Product {
    /// All thousand products, by id.
    public static let all: [Product] = (1...1_000).map { number in
        let material = materials[(number - 1) % materials.count]
        let (thing, kind) = things[(number - 1) / materials.count]
        return Product(
            id: number, name: "\(material) \(thing)", kind: kind, price: 900 + (number * 7_919) % 24_000,
            summary: "A \(thing.lowercased()) in \(material.lowercased()), made to last and easy to repair.",
            hue: (number * 47) % 360
        )
    }

    /// The product with this id, or nil.
    public static func find(_ id: Int) -> Product? { (1...all.count).contains(id) ? all[id - 1] : nil }

    /// The products whose name or kind contains each word of a search; all products if the search is empty.
    public static func matching(_ search: String) -> [Product] {
        let words = search.lowercased().split(separator: " ")
        guard !words.isEmpty else { return all }
        return all.filter { product in
            words.allSatisfy { "\(product.name) \(product.kind)".lowercased().contains($0) }
        }
    }

    /// The price with its currency, such as `€12.50`.
    public var priceText: String {
        let cents = price % 100
        return "€\(price / 100).\(cents < 10 ? "0" : "")\(cents)"
    }

    private static let materials = [
        "Coral", "Driftwood", "Linen", "Slate", "Amber", "Copper", "Glass", "Wool", "Bamboo", "Cork",
        "Basalt", "Pearl", "Sailcloth", "Oak", "Terracotta", "Brass", "Felt", "Rattan", "Marble", "Cotton",
        "Steel", "Walnut", "Clay", "Leather", "Shell",
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
