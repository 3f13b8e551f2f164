import ArgumentParser
import AtollPackages
import AtollTrust
import Foundation
import SignedJSON
import TUF

/// The owners and reviewers, who sign the offline roles.
struct TrustSignerOptions: ParsableArguments {
    @Option(
        name: .customLong("owner"),
        help: "An owner's key, for the root: its name, or the file of its public half. May be repeated.")
    var owners: [String] = ["root"]

    @Option(help: "How many owners must sign.")
    var ownerThreshold = 1

    @Option(
        name: .customLong("reviewer"),
        help: "A reviewer's key: its name, or the file of its public half. May be repeated.")
    var reviewers: [String] = ["targets"]

    @Option(help: "How many reviewers must sign.")
    var reviewerThreshold = 1

    func validate() throws {
        guard (1...owners.count).contains(ownerThreshold), (1...reviewers.count).contains(reviewerThreshold) else {
            throw ValidationError("A threshold must be from 1 to the number of keys.")
        }
    }
}
