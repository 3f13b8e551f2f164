#if canImport(AtollCenterPostgres)
import AtollTrust
import AtollTerminal
import ArgumentParser
import AtollCenter
import AtollCenterPostgres
import Foundation
import SignedJSON

/// `atoll center submit`: gives a Center a change to its repository that was signed offline.
struct SubmitProposalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit", abstract: "Give a Center in PostgreSQL a change that was signed offline.",
        discussion: """
            A process that signs accepts it within an hour, or when it starts next. If it is refused, /health names it, \
            and the log has the reason.

            For instance:
              atoll center submit proposal.json --database postgresql://localhost/center
            """
    )

    @OptionGroup
    var storage: CenterStorageOptions

    @Argument(help: "The file with the signed change.", completion: .file())
    var file: String

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let url = URL(filePath: file)
            // A file that can't be read is refused here, before it is sent.
            let roles = try TrustProposal.read(url)
            let data = try JSONEncoder().encode(roles)
            try await storage.withRepository { try await $0.addProposal(url.lastPathComponent, data) }
            result.show(
                ["name": .string(url.lastPathComponent), "roles": .strings(roles.map(\.role))],
                "The change to \(TrustRoles.names(of: roles.map(\.role))) waits to be accepted.")
        }
    }
}
#endif
