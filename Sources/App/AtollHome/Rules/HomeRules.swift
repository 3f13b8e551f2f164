/// The rules of a home: a pure function from the raw state to an ordered list of modules that can be listed, explained
/// and checked.
///
/// ```swift
/// let rules = HomeRules<TodayFlags> {
///     When(.planIntroduction) { Show(.plan(.introduction)) }
///     FirstOf {
///         When(.livesNow) { Show(.lives(.now)) }
///         When(.livesToday) { Show(.lives(.today)) }
///     }
///     InOrder(.lives(.now), .plan(.introduction))
/// }
/// rules.modules(for: [.livesNow])  // [.lives(.now)]
/// ```
public struct HomeRules<Flags: HomeFlags>: Sendable {
    /// The modules of the home.
    public typealias Module = Flags.Module

    /// The rules as they were written.
    public let rules: [HomeRule<Flags>]
    /// One line for each module in a ``Show``, in the order of the rules.
    public let lines: [HomeRuleLine<Flags>]
    /// Every module that a rule can show, without duplicates, in the order on the screen.
    public let modules: [Module]
    let program: HomeProgram
    /// The index of each line's module in ``modules``, and the line's position on the screen.
    private let numbers: [Int]
    private let places: [Int]
    private let isInOrder: Bool

    /// Rules that are written in the app's code, where a mistake is a programming error.
    ///
    /// - Precondition: Orders neither contradict each other nor name a module that no rule in their block shows. For
    ///   rules made at run time use ``checked(_:)``.
    public init(@HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]) {
        do throws(HomeRulesError) {
            try self.init(rules())
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Rules that are made at run time.
    ///
    /// - Throws: ``HomeRulesError`` if orders contradict each other, or name a module that no rule in their block
    ///   shows.
    public static func checked(
        @HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]
    ) throws(HomeRulesError) -> HomeRules {
        try HomeRules(rules())
    }

    /// Rules from an existing list.
    ///
    /// - Throws: ``HomeRulesError`` if orders contradict each other, or name a module that no rule in their block
    ///   shows.
    public init(_ rules: [HomeRule<Flags>]) throws(HomeRulesError) {
        self.rules = rules
        let lines = HomeRuleLine.lines(of: rules)
        self.lines = lines
        let sorted = try HomeOrder(rules, lines).sorted()
        var places = [Int](repeating: 0, count: lines.count)
        for (place, line) in sorted.enumerated() { places[line] = place }
        self.places = places
        isInOrder = sorted == Array(lines.indices)
        var modules: [Module] = []
        var known: [Module: Int] = [:]
        for line in sorted where known[lines[line].module] == nil {
            known[lines[line].module] = modules.count
            modules.append(lines[line].module)
        }
        self.modules = modules
        numbers = lines.map { known[$0.module] ?? 0 }
        var program = HomeProgram()
        var line = 0
        Self.compile(rules, depth: 0, &line, into: &program)
        self.program = program
    }

    /// The modules shown for some flags, the most important first; the first one is the hero.
    ///
    /// - Complexity: O(*n*) in the number of rules, plus O(*m* log *m*) in the number of modules shown if an ``InOrder``
    ///   changes the order of the rules.
    public func modules(for flags: Flags) -> [Module] {
        var shown = program.run(flags.rawValue)
        if !isInOrder { shown.sort { places[$0] < places[$1] } }
        var isFound = [Bool](repeating: false, count: modules.count)
        var found: [Module] = []
        found.reserveCapacity(shown.count)
        for line in shown where !isFound[numbers[line]] {
            isFound[numbers[line]] = true
            found.append(modules[numbers[line]])
        }
        return found
    }

    private static func compile(
        _ rules: [HomeRule<Flags>], depth: Int, _ line: inout Int, into program: inout HomeProgram
    ) {
        for rule in rules {
            switch rule {
            case .show(let modules):
                for _ in modules {
                    program.append(.show(line: line))
                    line += 1
                }
            case .when(let all, let none, let then, let otherwise):
                var at = line
                program.compileTest(all: all.rawValue, none: none.rawValue) { program in
                    compile(then, depth: depth, &at, into: &program)
                } otherwise: { program in
                    compile(otherwise, depth: depth, &at, into: &program)
                }
                line = at
            case .first(let rules):
                var at = line
                program.compileFirst(rules.count, at: depth) { program, index in
                    compile([rules[index]], depth: depth + 1, &at, into: &program)
                }
                line = at
            case .group(_, let rules): compile(rules, depth: depth, &line, into: &program)
            case .order: continue
            }
        }
    }
}
