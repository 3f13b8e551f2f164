import ArgumentParser
import AtollHome
import LagoonToday

/// `lagoon home`: prints the rules of Today, checks them, or explains what they show while some flags are set.
struct HomeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "home", abstract: "List the rules of Today, check them, or explain what they show.",
        discussion: """
            Without an option, it prints the rules as a table. The flags are: \
            \(TodayFlags.names.map(\.key).joined(separator: ", ")).
            """
    )

    @Option(
        name: .customLong("explain"), parsing: .upToNextOption,
        help: "Explain for each module why it is shown or not shown while these flags are set.")
    var flags: [String] = []

    @Flag(help: "Try every combination of flags, and report errors in the rules.")
    var check = false

    @Flag(help: "Explain what is shown while no flag is set.")
    var explainNone = false

    func validate() throws {
        for name in flags where TodayFlags(name: name) == nil {
            throw ValidationError("There is no flag \"\(name)\".")
        }
    }

    func run() throws {
        let rules = TodayRules.rules
        if check {
            let report = try rules.check(heroes: [.plan(.introduction)])
            for finding in report.findings { print(finding) }
            print("\(report.combinations) combinations were tried; \(report.findings.count) findings.")
            if !report.findings.isEmpty { throw ExitCode.failure }
        } else if flags.isEmpty, !explainNone {
            print(rules.table, terminator: "")
        } else {
            let state = TodayFlags(flags.compactMap { TodayFlags(name: $0) })
            print("Shown: \(rules.modules(for: state).map(\.id).joined(separator: ", "))\n")
            for explanation in rules.explanations(for: state) { print(explanation) }
        }
    }
}
