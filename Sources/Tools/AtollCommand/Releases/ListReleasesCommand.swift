import ArgumentParser
import AtollPackages
import AtollTerminal
import Foundation
import SignedJSON

struct ListReleasesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a mini app's versions, newest first, and where each is in its life.",
        discussion: """
            For instance:
              atoll release list com.example.kudos
            """)

    @Argument(help: "The mini app's id.")
    var miniApp: String

    @OptionGroup
    var work: WorkOptions

    func run() async throws {
        try await reporting {
            try await work.send("GET", "v1/miniapps/\(WorkOptions.escaped(miniApp))/versions") { answer in
                let states = answer.has("states") ? try answer.strings("states") : []
                return try answer.objects("versions").enumerated().map { index, listing in
                    let version = try listing.object("version")
                    let state = states.indices.contains(index) ? states[index] : "–"
                    return "\(try version.integer("code", in: 1...Int.max))  \(try version.string("name"))  \(state)"
                }
            }
        }
    }
}
