import ArgumentParser
import AtollPackages
import AtollTerminal
import AtollTrust
import Foundation
import SignedJSON
import TUF

struct TrustInitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Create a repository: all its roles, and bins for publishers and releases.",
        discussion: """
            If owners and reviewers do not share a machine, run this on the Center's, with the files of their public \
            halves (`atoll keys public`). It makes the Center's keys and a file that goes from one signer to the next, \
            and back to the Center for `atoll trust accept`.

            For instance:
              atoll trust init --data center --owner owner --reviewer reviewer
            """
    )

    @OptionGroup
    var options: TrustOptions

    @OptionGroup
    var output: TrustOutputOption

    @OptionGroup
    var who: TrustSignerOptions

    func run() async throws {
        try await reporting {
            guard !TUFRepository.exists(in: options.repository) else { throw CeremonyError.alreadyBegun }
            let names = who.owners + who.reviewers
            let keys = TrustCeremony.Keys(
                owners: try who.owners.map(options.ring.publicKey), ownerThreshold: who.ownerThreshold,
                reviewers: try who.reviewers.map(options.ring.publicKey), reviewerThreshold: who.reviewerThreshold)
            let here = names.filter(options.ring.has)
            let center = try options.makeCenterKeys()
            let work = try TrustWork(options, names: here, output: output)
            note("Signing the repository; this takes some seconds.")
            var ceremony = try TrustCeremony(
                beginningIn: options.repository, keys: keys, center: .init(center), signers: work.all)
            let proposal = try ceremony.proposal()
            let statuses = try ceremony.status(of: proposal)
            guard statuses.allSatisfy(\.isComplete), output.path == nil else {
                return try work.write(proposal, statuses)
            }
            try work.publish(&ceremony)
            try Self.tell(options)
        }
    }

    /// Prints the location of a new repository's first root.
    static func tell(_ options: TrustOptions) throws {
        let root = try TUFRepository.firstRoot(in: options.repository)
        let file = options.repository.appending(path: "metadata/1.root.json").path
        let digest = SHA256Hash(of: root)
        options.result.show(
            ["isPublished": .bool(true), "root": .string(file), "repository": .string(digest.hex)],
            "The repository was created. Its first root, which super apps ship, is", "  \(file)", "repository \(digest)"
        )
    }
}
