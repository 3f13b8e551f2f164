import ArgumentParser
import AtollTerminal
import AtollTrust
import Foundation
import SignedJSON
import TUF

struct TrustRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace the keys of owners, reviewers or the Center; devices follow automatically.",
        discussion: """
            The given keys are those that sign from now on, each by its name or by the file of its public half. Owners \
            or reviewers that are not given remain. Enough of the owners before must sign once more. New keys for the \
            Center are made in its own folder; everything else can be done with a copy.

            For instance:
              atoll trust rotate --center-keys --data center
            """
    )

    @OptionGroup
    var options: TrustOptions

    @OptionGroup
    var output: TrustOutputOption

    @OptionGroup
    var keys: TrustKeyOptions

    @Option(name: .customLong("owner"), help: "An owner's key from now on; may be repeated.")
    var owners: [String] = []

    @Option(help: "How many owners must sign. Default: as before.")
    var ownerThreshold: Int?

    @Option(name: .customLong("reviewer"), help: "A reviewer's key from now on; may be repeated.")
    var reviewers: [String] = []

    @Option(help: "How many reviewers must sign. Default: as before.")
    var reviewerThreshold: Int?

    @Flag(help: "Also make new keys for the Center. The previous ones stay next to them.")
    var centerKeys = false

    func validate() throws {
        guard !owners.isEmpty || !reviewers.isEmpty || ownerThreshold != nil || reviewerThreshold != nil || centerKeys
        else {
            throw ValidationError(
                "Say what to replace: --owner, --reviewer, --owner-threshold, --reviewer-threshold or --center-keys.")
        }
    }

    func run() async throws {
        try await reporting {
            guard try !centerKeys || options.center() != nil else {
                throw Failure(
                    "The Center's keys are not in \(options.path). New keys for the Center are made in its own folder."
                )
            }
            let next = centerKeys ? try options.nextCenterKeys() : nil
            let work = try TrustWork(
                options, names: keys.names, others: (owners + reviewers).filter(options.ring.has), output: output)
            note("Signing the repository; this takes some seconds.")
            // A Center that makes keys for itself may have none that sign for them.
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
                        \(known.reviewers.count) reviewers can't sign. Name all who sign from now on, or lower the \
                        thresholds: --owner-threshold, --reviewer-threshold
                        """)
                }
                try ceremony.rotate(to: known, center: next.map { .init($0) })
            }
            try TrustAcceptCommand.adoptKeys(options)
            guard centerKeys else { return }
            note(
                """
                Existing sealed copies of the Center's keys, and existing backups, contain the previous keys: seal the \
                new ones, and back up again.
                """)
        }
    }
}
