import ArgumentParser
import AtollTrust
import Foundation
import SignedJSON
import TUF

/// The file to which a signed change is written.
struct TrustOutputOption: ParsableArguments {
    @Option(
        name: .customLong("output"),
        help: "Write the signed change to this file, for the next signer or the Center, and publish nothing.")
    var path: String?
}
