/// The result of a check over all combinations of flags.
public struct HomeRulesReport<Flags: HomeFlags>: Hashable, Sendable {
    /// A likely mistake in the rules.
    public enum Finding: Hashable, Sendable {
        /// Nothing is shown for these flags.
        case empty(Flags)
        /// Several lines show the same module for these flags.
        case twice(Flags.Module, Flags, lines: [Int])
        /// Two modules that only make sense as the hero are shown together for these flags.
        case twoHeroes(Flags.Module, Flags.Module, Flags)
        /// This line never shows anything, for any flags.
        case neverFires(line: Int)
    }

    /// The number of combinations that were tried.
    public let combinations: Int
    /// The findings. Each kind is listed once for each module, pair or line, with the first flags found.
    public let findings: [Finding]
}

extension HomeRulesReport.Finding: CustomStringConvertible {
    public var description: String {
        func words(_ flags: Flags) -> String { flags.isEmpty ? "no flags" : flags.names.joined(separator: ", ") }
        return switch self {
        case .empty(let flags): "Nothing is shown with \(words(flags)) set."
        case .twice(let module, let flags, let lines):
            """
            \(module.id) is shown by rules \(lines.map { "\($0 + 1)" }.joined(separator: " and ")) \
            with \(words(flags)) set.
            """
        case .twoHeroes(let one, let other, let flags):
            "\(one.id) and \(other.id) are both heroes with \(words(flags)) set."
        case .neverFires(let line): "Rule \(line + 1) never shows anything."
        }
    }
}
