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

struct TrustSignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Add signatures to a change that another signer has started.",
        discussion: """
            Shows first what it changes, compared with a copy of the repository. The signatures are added to the file; \
            if a key adds none, the command fails.

            For instance:
              atoll trust sign proposal.json --keys keys --key reviewer
            """
    )

    @Argument(help: "The file, as written by atoll trust init, publisher, renew or rotate.")
    var file: String

    @OptionGroup
    var options: TrustOptions

    @OptionGroup
    var keys: TrustKeyOptions

    @Flag(help: "Sign without asking.")
    var yes = false

    func run() async throws {
        try await reporting {
            let shown = try OpenedProposal(file, options, signers: [])
            var memory = try SignerMemory(options.ring)
            if !shown.isFirst { try memory.check(shown.ceremony, mayBeNew: options.newRepository) }
            try OpenedProposal.explaining(file) { try shown.tell(options) }
            guard yes || ask("Sign this?") else {
                throw Failure(
                    "Nothing was signed. Without a terminal for the answer, --yes signs without asking.")
            }
            // While the repository does not exist yet, the file says which of the folder's keys must sign.
            let ids = Set(try shown.ceremony.status(of: shown.roles).flatMap { $0.groups.flatMap(\.unsigned) })
            let names =
                keys.names.isEmpty ? try options.ring.list().filter { ids.contains($0.key.id) }.map(\.name) : keys.names
            guard !names.isEmpty else {
                throw Failure("Nothing was signed: no key in \(options.ring.url.path) is still required to sign this.")
            }
            let opened = try names.map { ($0, try options.ring.open($0).signer) }
            var proposal = try OpenedProposal(file, options, signers: opened.map(\.1))
            guard proposal.roles == shown.roles else {
                throw Failure("The file has changed in the meantime. Nothing was signed.")
            }
            let counts = try proposal.ceremony.sign(&proposal.roles)
            for (name, signer) in opened where counts[signer.key.id] == nil {
                throw Failure(
                    "The key \(name) signs nothing here that it has not signed already. Nothing was written.")
            }
            try TrustProposal.write(proposal.roles, to: proposal.file)
            try memory.remember(shown.ceremony.fingerprint(of: shown.roles), [:])
            if !shown.isFirst { try memory.remember(shown.ceremony) }
            options.result.say("")
            TrustText.say(try proposal.ceremony.status(of: proposal.roles), in: proposal.file, options)
        }
    }
}
