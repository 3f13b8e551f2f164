/// Why a router can't be built from its routes.
public indirect enum LinkRouterError: Error, Hashable, CustomStringConvertible {
    /// Two routes have the same components and the same query items, so no link can tell them apart.
    case duplicate(String)
    /// Two first components differ in case only, which a custom scheme does not distinguish.
    case caseOnly(String, String)
    /// A literal component is empty, `.` or `..`, or contains a character that components can't have.
    case badLiteral(String)
    /// The name of a query item is invalid, is used twice in the route, or is ``DeepLink/backgroundItem``.
    case badItem(String, route: String)
    /// ``RemainingPath`` is followed by another component.
    case restInTheMiddle(String)
    /// A route reads an id that no fragment on its way has, or reads the same one twice.
    case strayID(route: String)
    /// A route leads through a family, but nothing in its URL says to which member.
    case missingID(String, route: String)
    /// A route's edges are not connected.
    case brokenWay(String)
    /// A route without explicit edges has a target that can't be reached in the graph.
    case noWay(String)
    /// A route without explicit edges has a target to which several paths are equally short.
    case severalWays(String, [String])
    /// More than one of the others.
    case several([LinkRouterError])

    public var description: String {
        switch self {
        case .duplicate(let route): "Two routes have the pattern \(route): change one."
        case .caseOnly(let first, let second):
            """
            The components "\(first)" and "\(second)" differ in case only, which a custom scheme does not distinguish: \
            rename one.
            """
        case .badLiteral(let text): "\"\(text)\" is not a valid path component."
        case .badItem(let name, let route):
            """
            The query item "\(name)" is not allowed in \(route): a name must be valid in a URL, unique in its route, \
            and not "\(DeepLink.backgroundItem)".
            """
        case .restInTheMiddle(let route): "No path component may follow RemainingPath() in \(route)."
        case .strayID(let route):
            """
            \(route) reads an id that no fragment on its way has, or reads one twice. If a case has several values, \
            combine them in one type, since a URL contains one text for each id.
            """
        case .noWay(let target): "\(target) can't be reached in the graph: add a segue, or give the route its edges."
        case .severalWays(let target, let ways):
            "Several shortest paths lead to \(target): give the route its edges. \(ways.joined(separator: "; or "))."
        case .several(let errors): errors.map(\.description).joined(separator: "\n")
        case .missingID(let fragment, let route):
            """
            \(route) does not say which \(fragment) it leads to: add path(…) or query(…) with its case, or write \
            the id in the route's edges.
            """
        case .brokenWay(let route):
            "The edges of \(route) are not connected: each must leave a place that is on the way already."
        }
    }
}
