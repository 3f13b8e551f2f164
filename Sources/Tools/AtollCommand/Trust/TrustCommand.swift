import ArgumentParser
import AtollTrust
import Foundation
import SignedJSON
import TUF

/// `atoll trust`: the work of the owners and the review team with their offline keys.
struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Create a repository, approve publishers, and renew offline roles.",
        discussion: """
            Each command works on the Center's folder, or on a copy of its repository on an offline machine. A change \
            that everyone required has signed is published if the Center's own keys are in the folder. Otherwise it is \
            written to a file, which goes from one signer to the next (`atoll trust sign`), and finally into \
            repository/incoming at the Center. A running Center accepts it within the hour, `atoll trust accept` \
            immediately.
            """,
        subcommands: [
            TrustInitCommand.self, TrustPublisherCommand.self, TrustRenewCommand.self, TrustRotateCommand.self,
            TrustShowCommand.self, TrustSignCommand.self, TrustAcceptCommand.self, TrustStatusCommand.self,
        ]
    )
}
