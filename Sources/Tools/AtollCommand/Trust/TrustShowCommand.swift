import ArgumentParser
import AtollTerminal
import AtollTrust
import Foundation
import SignedJSON
import TUF

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

struct TrustShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what a file of signed roles changes, and which signatures are missing.",
        discussion: """
            For instance:
              atoll trust show proposal.json --data center
            """
    )

    @Argument(help: "The file with the change.")
    var file: String

    @OptionGroup
    var options: TrustOptions

    func run() async throws {
        try await reporting {
            try OpenedProposal.explaining(file) {
                let proposal = try OpenedProposal(file, options, signers: [])
                guard options.result.json else { return try proposal.tell(options) }
                var members = TrustText.members(of: try proposal.ceremony.status(of: proposal.roles))
                members["changes"] = .strings(try proposal.ceremony.changes(by: proposal.roles).map { "\($0)" })
                options.result.show(members, lines: [])
            }
        }
    }
}
