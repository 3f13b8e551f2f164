import ArgumentParser
import AtollPackages
import AtollPublishing
import Foundation
import SignedJSON

/// The report that a command decides on.
struct DecidedReport: ParsableArguments {
    @Argument(help: "The id of the mini app.")
    var id: String

    @Argument(help: "The id of the report, as atoll feedback shows it.")
    var report: String

    @OptionGroup
    var work: CenterOptions

    /// Sends the decision to the Center, and prints a confirmation.
    func become(_ state: ProblemReport.State, answer: String? = nil, _ said: String) async throws {
        var body: [ExactString: JSONValue] = ["state": .string(state.rawValue)]
        if let answer { body["answer"] = .string(answer) }
        let path = "v1/miniapps/\(CenterOptions.escaped(id))/problems/\(CenterOptions.escaped(report))"
        try await work.send("PUT", path, .object(body), saying: said)
    }
}
