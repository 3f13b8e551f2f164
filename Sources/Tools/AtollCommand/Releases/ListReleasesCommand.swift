import ArgumentParser
import AtollCenterAPI
import AtollPackages
import AtollTerminal
import Foundation

struct ListReleasesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a mini app's versions and their states, newest first.",
        discussion: """
            For instance:
              atoll release list com.example.kudos
            """)

    @Argument(help: "The mini app's id.")
    var miniApp: String

    @OptionGroup
    var work: CenterOptions

    func run() async throws {
        try await reporting {
            try await work.send("GET", "v1/miniapps/\(CenterOptions.escaped(miniApp))/versions") {
                (answer: VersionsView) in
                answer.versions.enumerated().map { index, listing in
                    let state = answer.states.indices.contains(index) ? answer.states[index].rawValue : "–"
                    return "\(listing.version.code)  \(listing.version.name)  \(state)"
                }
            }
        }
    }
}
