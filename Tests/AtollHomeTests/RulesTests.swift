import AtollHome
import AtollTestSupport
import Testing

@Suite("Rules of a home")
struct RulesTests {
    @Test("Conditions, first, otherwise and groups show modules in the order in which they are written")
    func meaning() throws {
        let rules = HomeRules<Flag> {
            When(.one) { Show("a") }.otherwise { Show("b") }
            When([.two, .three], unless: .four) { Show("c") }
            Unless([.two, .three]) { Show("d") }
            FirstOf {
                When(.four) { NamedRules("empty") { When(.one) { Show("e") } } }
                When(.three) { Show("f") }
                Show("g")
            }
        }
        #expect(rules.word([]) == "bdg")
        #expect(rules.word(.one) == "adg")
        #expect(rules.word([.two, .three]) == "bcf")
        #expect(rules.word([.two, .three, .four]) == "bf", "the group of four shows nothing without one")
        #expect(rules.word([.one, .four]) == "ade")
        #expect(rules.word(.two) == "bg")
        #expect(rules.modules.map(\.id) == ["a", "b", "c", "d", "e", "f", "g"])
    }

    @Test("Orders apply to the rules in their block, and change as little as possible")
    func orders() throws {
        let rules = HomeRules<Flag> {
            When(.one) { Show("a", "b", "c") }.otherwise {
                Show("a", "b", "c")
                InOrder("c", "a")
            }
        }
        #expect(rules.word(.one) == "abc")
        #expect(rules.word([]) == "bca")
    }

    @Test("Orders that contradict each other or name unknown modules are errors that name the modules")
    func badOrders() {
        #expect(throws: HomeRulesError.cycle(["b", "a"])) {
            try HomeRules<Flag>.checked {
                Show("a", "b")
                InOrder("a", "b")
                InOrder("b", "a")
            }
        }
        #expect(throws: HomeRulesError.cycle(["a"])) {
            try HomeRules<Flag>.checked {
                Show("a")
                InOrder("a", "a")
            }
        }
        #expect(throws: HomeRulesError.unknownModule("z")) {
            try HomeRules<Flag>.checked {
                Show("a")
                InOrder("a", "z")
            }
        }
        #expect(HomeRulesError.cycle(["b", "a"]).description.contains("b before a before b"))
    }

    @Test("A check over all combinations finds empty homes, duplicates, rival heroes and rules that never fire")
    func check() throws {
        let rules = HomeRules<Flag> {
            When(.one) { Show("a", "b") }
            When(.two) { Show("a") }
            When(.one) { Unless(.one) { Show("c") } }
        }
        let report = try rules.check(heroes: ["a", "b"])
        #expect(report.combinations == 4)
        #expect(
            Set(report.findings) == [
                .empty([]), .twice("a", [.one, .two], lines: [0, 2]), .twoHeroes("a", "b", .one), .neverFires(line: 3),
            ])
        #expect(report.findings.map(\.description).contains("Nothing is shown with no flags set."))
        #expect(rules.word([.one, .two]) == "ab", "a module is shown once, whatever the check finds")
        let none = try rules.check(mayBeEmpty: { $0.isEmpty }, isPossible: { $0 != [.one, .two] })
        #expect(none.combinations == 3)
        #expect(none.findings == [.neverFires(line: 3)])
    }

    @Test("More flags than can be checked are refused")
    func tooManyFlags() throws {
        let rules = HomeRules<Flag> {
            for number in 0..<21 { When(Flag(rawValue: 1 << number)) { Show(Letter("m\(number)")) } }
        }
        #expect(throws: HomeRulesError.tooManyFlags(21, most: 20)) { try rules.check() }
    }

    @Test("An explanation says for each rule why it shows a module or not")
    func explanation() throws {
        let rules = HomeRules<Flag> {
            When(.one, unless: .two) { Show("a") }.otherwise { Show("b") }
            FirstOf {
                When(.three) { Show("c") }
                Show("a")
            }
        }
        func verdicts(_ module: Letter, _ flags: Flag) -> [HomeExplanation<Flag>.Verdict] {
            rules.explain(module, for: flags).verdicts.map(\.verdict)
        }
        #expect(verdicts("a", []) == [.missing(.one), .shows])
        #expect(verdicts("a", [.one, .two, .three]) == [.excluded(.two), .preceded(by: 2)])
        #expect(verdicts("b", .one) == [.otherwise(all: .one, none: .two)])
        #expect(
            rules.explain("b", for: .one).description
                .contains("rule 2 (not (one, not two)) applies unless this holds: one, not two"))
        #expect(rules.explain("z", for: []).description == "z: no rule shows it.")
        #expect(rules.table.contains("| 4 |  | a | not rule 3 |"))
    }

    @Test("Explanations agree with what is shown, for 300 random sets of rules and all flags", arguments: 0..<300)
    func agreement(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rules = try HomeRules<Flag>(Self.rules(&random, depth: 3))
        for raw in 0..<16 {
            let flags = Flag(rawValue: UInt64(raw))
            let shown = rules.modules(for: flags)
            let explained = rules.explanations(for: flags).filter(\.isShown).map(\.module)
            #expect(Set(shown) == Set(explained), "\(rules.table) \(flags.names)")
            #expect(Set(shown).count == shown.count)
            #expect(Set(shown) == Set(Self.evaluate(rules.rules, flags)))
        }
    }

    private static func rules(_ random: inout SeededGenerator, depth: Int) -> [HomeRule<Flag>] {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let kind = depth == 0 ? 0 : Int.random(in: 0...4, using: &random)
            let (all, none) = (flags(&random), flags(&random))
            switch kind {
            case 1: return .when(all: all, none: none, then: rules(&random, depth: depth - 1), otherwise: [])
            case 2:
                return .when(
                    all: all, none: none, then: rules(&random, depth: depth - 1),
                    otherwise: rules(&random, depth: depth - 1))
            case 3: return .first(rules(&random, depth: depth - 1))
            case 4: return .group("g", rules(&random, depth: depth - 1))
            default: return .show([Letter("m\(Int.random(in: 0...5, using: &random))")])
            }
        }
    }

    private static func flags(_ random: inout SeededGenerator) -> Flag {
        Flag(rawValue: random.next() & random.next() & 15)
    }

    /// The meaning of rules, as a simple reference implementation.
    private static func evaluate(_ rules: [HomeRule<Flag>], _ flags: Flag) -> [Letter] {
        rules.flatMap { rule -> [Letter] in
            switch rule {
            case .show(let modules): return modules
            case .when(let all, let none, let then, let otherwise):
                let holds = flags.isSuperset(of: all) && flags.isDisjoint(with: none)
                return evaluate(holds ? then : otherwise, flags)
            case .first(let rules):
                return rules.lazy.map { evaluate([$0], flags) }.first { !$0.isEmpty } ?? []
            case .group(_, let rules): return evaluate(rules, flags)
            case .order: return []
            }
        }
    }
}
