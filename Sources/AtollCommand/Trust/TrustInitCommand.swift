import ArgumentParser
import AtollCenter
import AtollPackages
import Foundation
import SignedJSON
import TUF

/// Who signs what is kept offline.
struct TrustSignerOptions: ParsableArguments {
    @Option(
        name: .customLong("owner"),
        help: "An owner's key, for the root: its name, or the file of its public half. May be given several times.")
    var owners: [String] = ["root"]

    @Option(help: "How many owners have to sign.")
    var ownerThreshold = 1

    @Option(
        name: .customLong("reviewer"),
        help: "A reviewer's key: its name, or the file of its public half. May be given several times.")
    var reviewers: [String] = ["targets"]

    @Option(help: "How many reviewers have to sign.")
    var reviewerThreshold = 1

    func validate() throws {
        guard (1...owners.count).contains(ownerThreshold), (1...reviewers.count).contains(reviewerThreshold) else {
            throw ValidationError("A threshold is from 1 to the number of keys.")
        }
    }
}

struct TrustInitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Begin a repository: all its roles, and bins for publishers and releases.",
        discussion: """
            Where owners and reviewers are never at one machine, this is typed at the Center's, with the files of their public \
            halves (`atoll keys public`): it makes the Center's keys and a file that goes from one signer to the next, and comes \
            back for `atoll trust accept`.
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
            note("Signing all roles and bins; this takes some seconds.")
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

    /// Says where the first root of a repository lies that was begun.
    static func tell(_ options: TrustOptions) throws {
        let root = try TUFRepository.firstRoot(in: options.repository)
        print("The repository is begun. Its first root, which super apps ship, is")
        print("  \(options.repository.appending(path: "metadata/1.root.json").path)")
        print("repository \(BlobDigest(of: root))")
    }
}
