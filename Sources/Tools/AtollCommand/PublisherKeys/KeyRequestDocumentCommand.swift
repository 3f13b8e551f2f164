import ArgumentParser
import AtollCenterAPI
import AtollPackages
import AtollPublishing
import AtollTerminal
import Foundation
import SignedJSON

struct KeyRequestDocumentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "document", abstract: "Write a request to a file, for the review team's offline machine.",
        discussion: """
            For instance:
              atoll publisher document 3f0c9a7e52b18d64c0a1e7f2 --output request.json
            """)

    @Argument(help: "The request's id.")
    var request: String

    @Option(name: .shortAndLong, help: "The file. Default: request-ID.json.")
    var output: String?

    @OptionGroup
    var work: CenterOptions

    func run() async throws {
        try await reporting {
            let path = "v1/publisher-keys/\(CenterOptions.escaped(request))"
            let found: KeyRequestView = try await work.client().answer("GET", path)
            guard let document = found.document.map({ Data($0.utf8) }) else { throw PublishingFailure.unexpectedAnswer }
            // The Center is not trusted: the document is verified before it goes to the offline machine.
            let asked = try SignedPublisherRequest(parsing: document).verified()
            let file = URL(filePath: output ?? "request-\(CenterOptions.escaped(request)).json")
            guard !FileManager.default.fileExists(atPath: file.path) else {
                throw Failure("\(file.path) exists already. Name another file with --output.")
            }
            let state = found.state
            if state != "asked" {
                note("warning: The request is \(state): the organization does not ask for these keys now.")
            }
            try document.write(to: file, options: .atomic)
            work.result.show(
                ["publisher": .string(asked.publisher.rawValue), "file": .string(file.path), "state": .string(state)],
                "\(asked.publisher): \(file.path). Offline: atoll trust publisher --request \(file.lastPathComponent)")
        }
    }
}
