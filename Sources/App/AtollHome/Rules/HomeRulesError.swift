/// An error in the rules of a home.
public enum HomeRulesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The orders require these modules, by id, to precede each other in a cycle.
    case cycle([String])
    /// An order names the module with this id, which no rule in its block shows.
    case unknownModule(String)
    /// The rules use more flags than can be checked in all combinations.
    case tooManyFlags(Int, most: Int)

    public var description: String {
        switch self {
        case .cycle(let modules):
            "The orders contradict each other: \(modules.joined(separator: " before ")) before \(modules[0])."
        case .unknownModule(let module): "An order names \(module), which no rule shows."
        case .tooManyFlags(let count, let most):
            "The rules use \(count) flags; at most \(most) can be checked in all combinations."
        }
    }
}
