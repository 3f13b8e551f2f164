import ArgumentParser
import AtollCenterAPI
import AtollPublishing
import AtollTerminal
import SignedJSON

/// The version that a command works on, and how the answer is printed.
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

    /// Claims the version if it waits for a review. Fails if it has changed since the revision that the reviewer has
    /// named.
    ///
    /// - Returns: The revision after that; nil if the reviewer has named none.
    func claimIfWaiting() async throws -> Int? {
        let client = try work.client()
        let version: VersionView = try await client.answer("GET", path())
        guard version.state == .submitted else { return revision }
        let claimed: UploadedView = try await client.answer("POST", path("claim"), revision: revision)
        return revision == nil ? nil : claimed.revision
    }

    /// Changes the version, and prints its state after that.
    ///
    /// - Parameter seen: The revision that the version must still have; by default the one that the option names.
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
