/// A link that every page has.
struct NavigationItem: Encodable, Sendable {
    let name: String
    let address: String
    let isHere: Bool
}
