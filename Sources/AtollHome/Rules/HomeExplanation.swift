/// Why a module is on a home, or why not: what each rule says that could show it.
public struct HomeExplanation<Flags: HomeFlags>: Hashable, Sendable {
    /// What a rule says.
    public enum Verdict: Hashable, Sendable {
        /// It shows the module.
        case shows
        /// These flags are not set, which it needs.
        case missing(Flags)
        /// These flags are set, which it excludes.
        case excluded(Flags)
        /// Another rule is there for flags like these.
        case otherwise(all: Flags, none: Flags)
        /// This line comes before it, and only the first counts.
        case preceded(by: Int)
    }

    public let module: Flags.Module
    /// The rules that speak of it, and what each says.
    public let verdicts: [(line: HomeRuleLine<Flags>, verdict: Verdict)]

    /// Whether the rules show it.
    public var isShown: Bool { verdicts.contains { $0.verdict == .shows } }

    public static func == (left: Self, right: Self) -> Bool {
        left.module == right.module && left.verdicts.elementsEqual(right.verdicts) { $0 == $1 }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(module) }
}

extension HomeExplanation: CustomStringConvertible {
    /// A sentence for each rule.
    public var description: String {
        if verdicts.isEmpty { return "\(module.id): no rule shows it." }
        let reasons = verdicts.map { line, verdict in
            let rule = "rule \(line.index + 1) (\(line))"
            return switch verdict {
            case .shows: "\(rule) shows it"
            case .missing(let flags): "\(rule) needs \(Self.list(flags, "and"))"
            case .excluded(let flags): "\(rule) does not, because of \(Self.list(flags, "and"))"
            case .otherwise(let all, let none): "\(rule) is for when this is not so: \(HomeRuleLine.words(all, none))"
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
    /// Why a module is shown for flags, or why not.
    ///
    /// - Complexity: O(*n*) in the number of lines.
    public func explain(_ module: Module, for flags: Flags) -> HomeExplanation<Flags> {
        explanations(for: flags).first { $0.module == module } ?? HomeExplanation(module: module, verdicts: [])
    }

    /// The same for every module, in the order in which modules stand.
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
