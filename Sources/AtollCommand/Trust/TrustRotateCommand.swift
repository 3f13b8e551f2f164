import ArgumentParser
import AtollCenter
import Foundation
import SignedJSON
import TUF

struct TrustRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace the keys of owners, reviewers or the Center; devices follow by themselves.",
        discussion: """
            The keys that are given are those that sign from now on, each by its name or by the file of its public half; who is not \
            given stays. Enough of those that signed the root before have to sign once more. Other keys for the Center are made in \
            its own folder; everything else can be done with a copy.
            """
    )

    @OptionGroup
    var options: TrustOptions

    @OptionGroup
    var output: TrustOutputOption

    @OptionGroup
    var keys: TrustKeyOptions

    @Option(name: .customLong("owner"), help: "An owner's key from now on; may be given several times.")
    var owners: [String] = []

    @Option(help: "How many owners have to sign. Default: as before.")
    var ownerThreshold: Int?

    @Option(name: .customLong("reviewer"), help: "A reviewer's key from now on; may be given several times.")
    var reviewers: [String] = []

    @Option(help: "How many reviewers have to sign. Default: as before.")
    var reviewerThreshold: Int?

    @Flag(help: "Make other keys for the Center, too; the ones before are set aside beside them.")
    var centerKeys = false

    func validate() throws {
        guard !owners.isEmpty || !reviewers.isEmpty || ownerThreshold != nil || reviewerThreshold != nil || centerKeys
        else { throw ValidationError("Say who signs from now on: --owner, --reviewer or --center-keys.") }
    }

    func run() async throws {
        try await reporting {
            guard try !centerKeys || options.center() != nil else {
                throw Failure(
                    "The Center's keys are not in \(options.path). Other keys for the Center are made in its own folder."
                )
            }
            let next = centerKeys ? try options.nextCenterKeys() : nil
            let work = try TrustWork(
                options, names: keys.names, others: (owners + reviewers).filter(options.ring.has), output: output)
            note("Signing roles and bins; this takes some seconds.")
            // The Center, which makes keys for itself, has none that sign for them.
            try work.carryOut(mayPrepare: centerKeys) { ceremony in
                guard var known = ceremony.keys else { throw TUFError.noRoot }
                if !owners.isEmpty { known.owners = try owners.map(options.ring.publicKey) }
                if !reviewers.isEmpty { known.reviewers = try reviewers.map(options.ring.publicKey) }
                known.ownerThreshold = ownerThreshold ?? known.ownerThreshold
                known.reviewerThreshold = reviewerThreshold ?? known.reviewerThreshold
                guard (1...known.owners.count).contains(known.ownerThreshold),
                    (1...known.reviewers.count).contains(known.reviewerThreshold)
                else {
                    throw Failure(
                        """
                        \(known.ownerThreshold) of \(known.owners.count) owners and \(known.reviewerThreshold) of \
                        \(known.reviewers.count) reviewers can't sign. Name all who sign from now on, or fewer who have to: \
                        --owner-threshold, --reviewer-threshold
                        """)
                }
                try ceremony.rotate(to: known, center: next.map { .init($0) })
            }
            try TrustAcceptCommand.adoptKeys(options)
        }
    }
}
