import ArgumentParser
import AtollCenterAPI
import AtollPublishing
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
    var work: CenterOptions

    func path(_ verb: String = "") -> String {
        "v1/miniapps/\(CenterOptions.escaped(miniApp))/versions/\(code)" + (verb.isEmpty ? "" : "/\(verb)")
    }

    /// Claims the version if it is unclaimed, and if it is as the reviewer has seen it.
    ///
    /// - Returns: The revision that it has then; nil if the reviewer has named none.
    func claimIfWaiting() async throws -> Int? {
        let client = try work.client()
        let version: VersionView = try await client.answer("GET", path())
        guard version.state == .submitted else { return revision }
        let claimed: UploadedView = try await client.answer("POST", path("claim"), revision: revision)
        return revision == nil ? nil : claimed.revision
    }

    /// Changes the version, and prints where it is then.
    ///
    /// - Parameter seen: The revision that must still hold; by default the one that the option names.
    func change(
        _ verb: String, _ body: [ExactString: JSONValue]? = nil, method: String = "POST", seen: Int? = nil
    ) async throws {
        try await reporting {
            try await work.send(method, path(verb), body.map { .object($0) }, revision: seen ?? revision) {
                [VersionText.line($0)]
            }
        }
    }
}
