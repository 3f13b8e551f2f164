import ArgumentParser

/// The days and the version to show numbers for.
struct UsageOptions: ParsableArguments {
    @Option(help: "The first day in UTC, such as 2026-11-01. Default: 30 days ago.")
    var from: String?

    @Option(help: "The last day. Default: today.")
    var to: String?

    @Option(help: "Only this version's code.")
    var code: Int?

    /// The query of the Center's routes.
    var query: String {
        let parts = [("from", from), ("to", to), ("code", code.map(String.init))].compactMap { name, value in
            value.map { "\(name)=\(CenterOptions.escaped($0))" }
        }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }
}
