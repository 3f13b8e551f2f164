import AtollHome
import LagoonToday
import Testing

/// The cards of Today, as a table: each of the 256 combinations of the article's eight flags is covered by a row.
@Suite("Rules of Today")
struct TodayRulesTests {
    /// | first use | stats missing | day planned | live workouts | Today, without the recipe |
    ///
    /// A live workout in progress takes precedence over one later today, and that over one on another day.
    static let table = """
        | yes | yes | no  | now      | plan.introduction, addStartingStats, planner.empty, lives.now                |
        | yes | yes | no  | today    | plan.introduction, addStartingStats, planner.empty, lives.today              |
        | yes | yes | no  | upcoming | plan.introduction, addStartingStats, planner.empty, lives.upcoming           |
        | yes | yes | no  | none     | plan.introduction, addStartingStats, planner.empty                           |
        | yes | yes | yes | now      | plan.introduction, addStartingStats, planner.fullyPlanned, lives.now         |
        | yes | yes | yes | today    | plan.introduction, addStartingStats, planner.fullyPlanned, lives.today       |
        | yes | yes | yes | upcoming | plan.introduction, addStartingStats, planner.fullyPlanned, lives.upcoming    |
        | yes | yes | yes | none     | plan.introduction, addStartingStats, planner.fullyPlanned                    |
        | yes | no  | no  | now      | plan.introduction, planner.empty, lives.now                                  |
        | yes | no  | no  | today    | plan.introduction, planner.empty, lives.today                                |
        | yes | no  | no  | upcoming | plan.introduction, planner.empty, lives.upcoming                             |
        | yes | no  | no  | none     | plan.introduction, planner.empty                                             |
        | yes | no  | yes | now      | plan.introduction, planner.fullyPlanned, lives.now                           |
        | yes | no  | yes | today    | plan.introduction, planner.fullyPlanned, lives.today                         |
        | yes | no  | yes | upcoming | plan.introduction, planner.fullyPlanned, lives.upcoming                      |
        | yes | no  | yes | none     | plan.introduction, planner.fullyPlanned                                      |
        | no  | yes | no  | now      | lives.now, addStartingStats, planner.empty, plan.details                     |
        | no  | yes | no  | today    | addStartingStats, planner.empty, plan.details, lives.today                   |
        | no  | yes | no  | upcoming | addStartingStats, planner.empty, plan.details, lives.upcoming                |
        | no  | yes | no  | none     | addStartingStats, planner.empty, plan.details                                |
        | no  | yes | yes | now      | lives.now, addStartingStats, plan.details, planner.fullyPlanned              |
        | no  | yes | yes | today    | addStartingStats, plan.details, planner.fullyPlanned, lives.today            |
        | no  | yes | yes | upcoming | addStartingStats, plan.details, planner.fullyPlanned, lives.upcoming         |
        | no  | yes | yes | none     | addStartingStats, plan.details, planner.fullyPlanned                         |
        | no  | no  | no  | now      | lives.now, planner.empty, plan.details                                       |
        | no  | no  | no  | today    | planner.empty, plan.details, lives.today                                     |
        | no  | no  | no  | upcoming | planner.empty, plan.details, lives.upcoming                                  |
        | no  | no  | no  | none     | planner.empty, plan.details                                                  |
        | no  | no  | yes | now      | lives.now, plan.details, planner.fullyPlanned                                |
        | no  | no  | yes | today    | plan.details, planner.fullyPlanned, lives.today                              |
        | no  | no  | yes | upcoming | plan.details, planner.fullyPlanned, lives.upcoming                           |
        | no  | no  | yes | none     | plan.details, planner.fullyPlanned                                           |
        """

    /// The recipe below all that.
    static let recipes: [(general: Bool, refuel: Bool, module: String?)] = [
        (general: false, refuel: false, module: nil),
        (general: true, refuel: false, module: "inspiration.recipe.general"),
        (general: false, refuel: true, module: "inspiration.recipe.refuel"),
        (general: true, refuel: true, module: "inspiration.recipe.refuel"),
    ]

    /// The article's flags.
    private static let eight: [TodayFlags] = [
        .planIntroduction, .addStartingStats, .livesNow, .livesToday, .livesUpcoming, .plannerComplete,
        .generalRecipeInspiration, .refuelRecipeInspiration,
    ]

    @Test("Every combination of the eight flags shows what the table says")
    func all() throws {
        let rules = TodayRules.rules
        let rows = Self.table.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        #expect(rows.count == 32)
        var used: Set<[String]> = []
        for number in 0..<256 {
            let flags = TodayFlags(Self.eight.enumerated().filter { number >> $0.offset & 1 == 1 }.map(\.element))
            func word(_ flag: TodayFlags) -> String { flags.contains(flag) ? "yes" : "no" }
            let lives =
                flags.contains(.livesNow)
                ? "now" : flags.contains(.livesToday) ? "today" : flags.contains(.livesUpcoming) ? "upcoming" : "none"
            let key = [word(.planIntroduction), word(.addStartingStats), word(.plannerComplete), lives]
            let row = try #require(rows.first { Array($0.prefix(4)) == key })
            let recipe = try #require(
                Self.recipes.first {
                    $0.general == flags.contains(.generalRecipeInspiration)
                        && $0.refuel == flags.contains(.refuelRecipeInspiration)
                })
            let expected = row[4].split(separator: ", ").map(String.init) + [recipe.module].compactMap(\.self)
            #expect(rules.modules(for: flags).map(\.id) == expected, "\(flags.names)")
            used.insert(key)
        }
        #expect(used.count == 32, "every row is used")
    }

    @Test("Planned workouts without meals have their own card, and a mini app's card comes last")
    func more() throws {
        let rules = TodayRules.rules
        #expect(
            rules.modules(for: [.workoutsPlanned, .generalRecipeInspiration, .miniAppCard]).map(\.id)
                == ["planner.noMeals", "plan.details", "inspiration.recipe.general", "miniApp"])
        #expect(rules.modules(for: [.workoutsPlanned, .plannerComplete]).first == .plan(.details))
        #expect(
            rules.modules(for: [.planIntroduction, .workoutsPlanned]).map(\.id)
                == ["plan.introduction", "planner.noMeals"])
    }

    @Test("For all 1,024 combinations, Today is never empty and shows nothing twice, and every rule is used")
    func check() throws {
        let report = try TodayRules.rules.check(heroes: [.plan(.introduction)])
        #expect(report.combinations == 1_024)
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(TodayFlags.names.count == 10)
        #expect(Set(TodayRules.rules.modules) == Set(TodayModule.allCases), "every card is shown for some flags")
    }

    @Test("Every module is explained for every combination, and the explanations match what is shown")
    func explained() throws {
        let rules = TodayRules.rules
        for raw in 0..<1_024 as Range<UInt64> {
            let flags = TodayFlags(rawValue: raw)
            let explanations = rules.explanations(for: flags)
            #expect(explanations.count == TodayModule.allCases.count)
            #expect(Set(explanations.filter(\.isShown).map(\.module)) == Set(rules.modules(for: flags)))
            #expect(explanations.allSatisfy { !$0.verdicts.isEmpty })
        }
        let text = rules.explain(.lives(.now), for: [.planIntroduction]).description
        #expect(text.contains("needs livesNow"), "\(text)")
    }
}
