/// Why routes can't be a router's.
public indirect enum LinkRouterError: Error, Hashable, CustomStringConvertible {
    /// Two routes have the same components and the same query items, so no link could tell them apart.
    case duplicate(String)
    /// Two first components differ in upper and lower case only, which a custom scheme does not tell apart.
    case caseOnly(String, String)
    /// A literal component is empty, `.` or `..`, or has a character in it that none may have.
    case badLiteral(String)
    /// A route names a query item twice, or one that Atoll uses itself.
    case badItem(String, route: String)
    /// `rest()` is followed by another component.
    case restInTheMiddle(String)
    /// A route reads the id of a fragment that is not on its way.
    case strayID(route: String)
    /// A route leads to one of a family, and nothing in its address says which.
    case missingID(String, route: String)
    /// A route's edges do not lead from one to the next.
    case brokenWay(String)
    /// A route that does not say its way leads to what the graph has no way to.
    case noWay(String)
    /// A route that does not say its way could go along several that are equally short.
    case severalWays(String, [String])
    /// More than one of the others.
    case several([LinkRouterError])

    public var description: String {
        switch self {
        case .duplicate(let route): "Two routes are \(route): change one."
        case .caseOnly(let first, let second):
            "\"\(first)\" and \"\(second)\" differ in case only, which a custom scheme does not tell apart."
        case .badLiteral(let text): "\"\(text)\" can't be a component."
        case .badItem(let name, let route): "The item \"\(name)\" can't stand in \(route) like that."
        case .restInTheMiddle(let route): "Nothing can follow the rest in \(route)."
        case .strayID(let route):
            """
            \(route) reads an id of a fragment that is not on its way, or whose case has several values: an address says one, so give them a type.
            """
        case .noWay(let target): "No way leads to \(target) in the graph: add a segue, or say the route's way."
        case .severalWays(let target, let ways):
            "Several ways lead to \(target): say which. \(ways.joined(separator: "; or "))."
        case .several(let errors): errors.map(\.description).joined(separator: "\n")
        case .missingID(let fragment, let route):
            "\(route) does not say which \(fragment) it leads to: add path(…) or query(…) with its case, or the id itself to the way."
        case .brokenWay(let route): "The edges of \(route) do not lead from one to the next."
        }
    }
}
