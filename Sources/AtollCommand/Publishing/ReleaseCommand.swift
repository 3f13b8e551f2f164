import ArgumentParser
import AtollPackages
import AtollPublishing
import Foundation
import PrintableText
import SignedJSON

/// `atoll release`: manages published versions.
struct ReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Withdraw a published version.",
        subcommands: [WithdrawReleaseCommand.self]
    )
}
