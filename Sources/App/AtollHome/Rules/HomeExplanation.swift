/// The reasons why a home shows a module or not: the verdict of each rule that could show it.
public struct HomeExplanation<Flags: HomeFlags>: Hashable, Sendable {
    /// Whether a rule shows the module; if not, the first condition that is not met.
    public enum Verdict: Hashable, Sendable {
        /// The rule shows the module.
        case shows
        /// The rule needs these flags, which are not set.
        case missing(Flags)
        /// The rule excludes these flags, which are set.
        case excluded(Flags)
        /// The rule is an `otherwise`, and its condition holds: all of the first flags are set, and none of the second.
        case otherwise(all: Flags, none: Flags)
        /// The rule is part of a ``FirstOf``, in which the line with this index shows something before it.
        case preceded(by: Int)
    }

    /// The module that is explained.
    public let module: Flags.Module
    /// The lines that can show the module, in the order of the rules, each with its verdict.
    public let verdicts: [(line: HomeRuleLine<Flags>, verdict: Verdict)]

    /// Whether the rules show the module.
    public var isShown: Bool { verdicts.contains { $0.verdict == .shows } }

    public static func == (left: Self, right: Self) -> Bool {
        left.module == right.module && left.verdicts.elementsEqual(right.verdicts) { $0 == $1 }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(module) }
}

extension HomeExplanation: CustomStringConvertible {
    /// One line of text with the verdict of each rule.
    public var description: String {
        if verdicts.isEmpty { return "\(module.id): no rule shows it." }
        let reasons = verdicts.map { line, verdict in
            let rule = "rule \(line.index + 1) (\(line))"
            return switch verdict {
            case .shows: "\(rule) shows it"
            case .missing(let flags): "\(rule) needs \(Self.list(flags, "and"))"
            case .excluded(let flags): "\(rule) is excluded by \(Self.list(flags, "and"))"
            case .otherwise(let all, let none): "\(rule) applies unless this holds: \(HomeRuleLine.words(all, none))"
            case .preceded(let line): "\(rule) gives way to rule \(line + 1)"
            }
        }
        return "\(module.id): \(isShown ? "shown" : "not shown"): \(reasons.joined(separator: "; "))."
    }

    private static func list(_ flags: Flags, _ word: String) -> String {
        flags.names.joined(separator: " \(word) ")
    }
}

extension HomeRules {
    /// Explains why a module is shown for some flags or not. A module that no rule shows has no verdicts.
    ///
    /// - Complexity: O(*n*) in the number of lines.
    public func explain(_ module: Module, for flags: Flags) -> HomeExplanation<Flags> {
        explanations(for: flags).first { $0.module == module } ?? HomeExplanation(module: module, verdicts: [])
    }

    /// Explains every module, in the order in which modules are shown.
    public func explanations(for flags: Flags) -> [HomeExplanation<Flags>] {
        var shown = [Bool](repeating: false, count: lines.count)
        var verdicts: [Module: [(HomeRuleLine<Flags>, HomeExplanation<Flags>.Verdict)]] = [:]
        for line in lines {
            let verdict = Self.verdict(of: line, for: flags, shown)
            shown[line.index] = verdict == .shows
            verdicts[line.module, default: []].append((line, verdict))
        }
        return modules.map { HomeExplanation(module: $0, verdicts: verdicts[$0] ?? []) }
    }

    private static func verdict(
        of line: HomeRuleLine<Flags>, for flags: Flags, _ shown: [Bool]
    ) -> HomeExplanation<Flags>.Verdict {
        for condition in line.conditions {
            switch condition {
            case .holds(let all, let none):
                let missing = all.subtracting(flags)
                if !missing.isEmpty { return .missing(missing) }
                let unwanted = none.intersection(flags)
                if !unwanted.isEmpty { return .excluded(unwanted) }
            case .fails(let all, let none):
                if flags.isSuperset(of: all), flags.isDisjoint(with: none) {
                    return .otherwise(all: all, none: none)
                }
            case .nothing(let lines):
                if let before = lines.first(where: { shown[$0] }) { return .preceded(by: before) }
            }
        }
        return .shows
    }
}
