/// A link of the navigation, which every page shows.
struct NavigationItem: Encodable, Sendable {
    let name: String
    let address: String
    let isHere: Bool
}
