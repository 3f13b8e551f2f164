/// Where somebody can go from every page.
struct NavigationItem: Encodable, Sendable {
    let name: String
    let address: String
    let isHere: Bool
}
