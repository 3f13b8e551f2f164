/// A matching entry, and its place in the order of the results.
package struct SearchHit: Sendable {
    package var number: Int64
    /// How well it matches a text, from 0, the best, to 3.
    package var tier = 0
    /// Its name, if the order is by name.
    package var name: String?
    /// Its distance in metres, or its position among the featured mini apps.
    package var distance: Double?

    package init(number: Int64, tier: Int = 0, name: String? = nil, distance: Double? = nil) {
        self.number = number
        self.tier = tier
        self.name = name
        self.distance = distance
    }

    /// Whether it comes after a cursor in an order by distance.
    package func follows(_ cursor: SearchCursor?) -> Bool {
        guard let cursor else { return true }
        return (distance ?? 0, Int(number)) > (cursor.distance ?? 0, cursor.number)
    }
}
