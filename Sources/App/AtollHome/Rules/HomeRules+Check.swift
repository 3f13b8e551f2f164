extension HomeRules {
    /// The maximum number of flags that ``check(mayBeEmpty:heroes:isPossible:)`` accepts; they have a million
    /// combinations.
    public static var mostCheckedFlags: Int { 20 }

    /// Tries every combination of the flags that the rules use.
    ///
    /// - Parameters:
    ///   - mayBeEmpty: Whether the home may show nothing for these flags; by default it may not.
    ///   - heroes: The modules that only make sense at the top; no two of them may be shown together.
    ///   - isPossible: Whether a combination can occur; by default every one can.
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
