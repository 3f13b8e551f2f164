import ArgumentParser
import AtollCenter
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

struct TrustShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what a file of signed roles changes, and which signatures are missing."
    )

    @Argument(help: "The file with the change.")
    var file: String

    @OptionGroup
    var options: TrustOptions

    func run() async throws {
        try await reporting {
            try OpenedProposal.explaining(file) { try OpenedProposal(file, options, signers: []).tell(options) }
        }
    }
}
