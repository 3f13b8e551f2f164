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

struct TrustAcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Publish a change at the Center that everyone required has signed offline.",
        discussion: """
            For instance:
              atoll trust accept proposal.json --data center
            """
    )

    @Argument(help: "The file with the change.")
    var file: String

    @OptionGroup
    var options: TrustOptions

    func run() async throws {
        try await reporting {
            guard try options.center() != nil else {
                throw Failure(
                    "The Center's keys are not in \(options.path). Run this at the Center, where the keys are."
                )
            }
            let (isFirst, proposal) = try TUFRepository.retrying {
                let proposal = try OpenedProposal(file, options, signers: options.centerSigners())
                var ceremony = proposal.ceremony
                try OpenedProposal.explaining(file) { try ceremony.accept(proposal.roles) }
                guard ceremony.isChanged else {
                    throw Failure(
                        "Nothing was published: the repository already has the changes in \(file), in this version.")
                }
                try ceremony.publish { note("Waiting for another process that is publishing…") }
                return (proposal.isFirst, proposal.roles)
            }
            try Self.adoptKeys(options)
            if isFirst { return try TrustInitCommand.tell(options) }
            TrustText.say(published: proposal.map(\.role), options)
        }
    }

    /// Switches to the new keys that were made for the Center, once the repository names them.
    static func adoptKeys(_ options: TrustOptions) throws {
        guard try options.center() != nil, TUFRepository.exists(in: options.repository) else { return }
        let adopted = try options.adoptNextCenterKeys { next in
            try TrustCeremony(opening: options.repository, signers: []).names(next)
        }
        guard adopted != nil else { return }
        options.result.say("The Center's keys were replaced. The previous ones are next to them.")
    }
}
