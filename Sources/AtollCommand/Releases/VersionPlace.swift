import ArgumentParser
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

    /// Claims the version if nobody has: whoever decides about it has looked at it.
    func claimIfWaiting() async throws {
        try await reporting {
            let client = try work.client()
            let version = try JSONFields(JSONValue(parsing: Array(try await client.send("GET", path()))))
            guard try version.string("state") == "submitted" else { return }
            _ = try await client.send("POST", path("claim"))
        }
    }

    /// Changes the version, and prints where it is then.
    func change(_ verb: String, _ body: [ExactString: JSONValue]? = nil, method: String = "POST") async throws {
        try await reporting {
            try await work.send(method, path(verb), body.map { .object($0) }, revision: revision) { version in
                [try VersionText.line(version)]
            }
        }
    }
}
