/// What a check over all combinations of flags has found.
public struct HomeRulesReport<Flags: HomeFlags>: Hashable, Sendable {
    public enum Finding: Hashable, Sendable {
        /// Nothing is shown for these flags.
        case empty(Flags)
        /// Several rules show a module at once.
        case twice(Flags.Module, Flags, lines: [Int])
        /// Two modules are shown that each want to be the hero.
        case twoHeroes(Flags.Module, Flags.Module, Flags)
        /// This line shows nothing, whatever the flags are.
        case neverFires(line: Int)
    }

    /// How many combinations were tried.
    public let combinations: Int
    /// The first of each kind and place.
    public let findings: [Finding]
}

extension HomeRulesReport.Finding: CustomStringConvertible {
    public var description: String {
        func words(_ flags: Flags) -> String { flags.isEmpty ? "no flag" : flags.names.joined(separator: ", ") }
        return switch self {
        case .empty(let flags): "Nothing is shown for \(words(flags))."
        case .twice(let module, let flags, let lines):
            "\(module.id) is shown by the rules \(lines.map { "\($0 + 1)" }.joined(separator: " and ")) for \(words(flags))."
        case .twoHeroes(let one, let other, let flags): "\(one.id) and \(other.id) are both heroes for \(words(flags))."
        case .neverFires(let line): "Rule \(line + 1) never shows anything."
        }
    }
}

extension HomeRules {
    /// The most flags that are tried in all combinations: a million.
    public static var mostCheckedFlags: Int { 20 }

    /// Tries every combination of the flags that the rules use.
    ///
    /// - Parameters:
    ///   - mayBeEmpty: For which flags a home may have nothing to show.
    ///   - heroes: The modules that only make sense at the top, of which no two may be shown together.
    ///   - isPossible: Which combinations can occur; all, where it is left out.
    /// - Throws: ``HomeRulesError/tooManyFlags(_:most:)``.
    /// - Complexity: O(2ⁿ) in the number of flags that the rules use.
    public func check(
        mayBeEmpty: (Flags) -> Bool = { _ in false }, heroes: Set<Module> = [],
        isPossible: (Flags) -> Bool = { _ in true }
    ) throws(HomeRulesError) -> HomeRulesReport<Flags> {
        let used = lines.reduce(into: Flags()) { $0.formUnion($1.flags) }
        let bits = (0..<64).map { UInt64(1) << $0 }.filter { used.rawValue & $0 != 0 }
        guard bits.count <= Self.mostCheckedFlags else {
            throw .tooManyFlags(bits.count, most: Self.mostCheckedFlags)
        }
        var findings: [HomeRulesReport<Flags>.Finding] = []
        var hasEmpty = false
        var twice: Set<Module> = []
        var fires = [Bool](repeating: false, count: lines.count)
        var rivals: Set<Set<Module>> = []
        var combinations = 0
        for number in 0..<(UInt64(1) << bits.count) {
            let raw = bits.enumerated().reduce(UInt64(0)) { number >> $1.offset & 1 == 1 ? $0 | $1.element : $0 }
            let flags = Flags(rawValue: raw)
            guard isPossible(flags) else { continue }
            combinations += 1
            let shown = program.run(raw)
            for line in shown { fires[line] = true }
            if shown.isEmpty, !hasEmpty, !mayBeEmpty(flags) {
                hasEmpty = true
                findings.append(.empty(flags))
            }
            for (module, found) in Dictionary(grouping: shown, by: { lines[$0].module }) where found.count > 1 {
                guard twice.insert(module).inserted else { continue }
                findings.append(.twice(module, flags, lines: found))
            }
            let found = Set(shown.map { lines[$0].module }).intersection(heroes).sorted { $0.id < $1.id }
            if found.count > 1, rivals.insert([found[0], found[1]]).inserted {
                findings.append(.twoHeroes(found[0], found[1], flags))
            }
        }
        findings += fires.indices.filter { !fires[$0] }.map { .neverFires(line: $0) }
        return HomeRulesReport(combinations: combinations, findings: findings)
    }
}
