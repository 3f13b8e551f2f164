import ArgumentParser
import AtollTerminal
import SignedJSON

/// A version that a command is about, and how the answer is printed.
struct VersionPlace: ParsableArguments {
    @Argument(help: "The mini app's id.")
    var miniApp: String

    @Argument(help: "The version's code.")
    var code: Int

    @Option(help: "The revision that you have seen: the change is refused if there is a later one.")
    var revision: Int?

    @OptionGroup
    var work: WorkOptions

    func path(_ verb: String = "") -> String {
        "v1/miniapps/\(WorkOptions.escaped(miniApp))/versions/\(code)" + (verb.isEmpty ? "" : "/\(verb)")
    }

    /// Claims the version if nobody has, and if it is as the reviewer has seen it.
    ///
    /// - Returns: The revision that it has then; nil if the reviewer has named none.
    func claimIfWaiting() async throws -> Int? {
        let client = try work.client()
        let version = try JSONFields(JSONValue(parsing: Array(try await client.send("GET", path()))))
        guard try version.string("state") == "submitted" else { return revision }
        let claimed = try await client.send("POST", path("claim"), revision: revision)
        guard revision != nil else { return nil }
        return try JSONFields(JSONValue(parsing: Array(claimed))).integer("revision", in: 1...Int.max)
    }

    /// Changes the version, and prints where it is then.
    ///
    /// - Parameter seen: The revision that must still hold; by default the one that the option names.
    func change(
        _ verb: String, _ body: [ExactString: JSONValue]? = nil, method: String = "POST", seen: Int? = nil
    ) async throws {
        try await reporting {
            try await work.send(method, path(verb), body.map { .object($0) }, revision: seen ?? revision) { version in
                [try VersionText.line(version)]
            }
        }
    }
}
