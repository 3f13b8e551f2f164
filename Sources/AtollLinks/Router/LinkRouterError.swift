/// Why routes can't be a router's.
public enum LinkRouterError: Error, Hashable, CustomStringConvertible {
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
    case strayID(String, route: String)
    /// A route's edges do not lead from one to the next.
    case brokenWay(String)

    public var description: String {
        switch self {
        case .duplicate(let route): "Two routes are \(route): change one."
        case .caseOnly(let first, let second):
            "\"\(first)\" and \"\(second)\" differ in case only, which a custom scheme does not tell apart."
        case .badLiteral(let text): "\"\(text)\" can't be a component."
        case .badItem(let name, let route): "The item \"\(name)\" can't stand in \(route) like that."
        case .restInTheMiddle(let route): "Nothing can follow the rest in \(route)."
        case .strayID(let fragment, let route): "\(route) reads the id of \(fragment), which is not on its way."
        case .brokenWay(let route): "The edges of \(route) do not lead from one to the next."
        }
    }
}
