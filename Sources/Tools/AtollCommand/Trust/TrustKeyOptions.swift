import ArgumentParser
import AtollTrust
import Foundation
import SignedJSON
import TUF

/// The keys to sign with.
struct TrustKeyOptions: ParsableArguments {
    @Option(
        name: .customLong("key"),
        help:
            "The name of a key to sign with; may be repeated. Default: every key in the folder that may sign."
    )
    var names: [String] = []
}
