import Foundation

/// An error in a home, which continues with what it has.
public enum HomeProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// An input failed: its name and the reason.
    case input(String, String)
    /// The input of this name has not reported any flags yet, and the home no longer waits for it.
    case silent(String)
    /// The policy names this module, which no rule shows.
    case unknownModule(String)
    /// The memory could not be read or written: the reason.
    case memory(String)
    /// A configuration is ignored in favour of the built-in one: the reason.
    case configuration(String)

    public var description: String {
        switch self {
        case .input(let name, let reason): "The home's input \(name) failed; its last flags stay in effect: \(reason)"
        case .silent(let name): "The home's input \(name) has not reported any flags yet; the home is shown without it."
        case .unknownModule(let id): "The home's configuration names \(id), which no rule shows."
        case .memory(let reason): "The home's memory can't be read or written: \(reason)"
        case .configuration(let reason): "The home's configuration is ignored: \(reason)"
        }
    }
}
