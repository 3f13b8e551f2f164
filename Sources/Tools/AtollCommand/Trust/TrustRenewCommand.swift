import ArgumentParser
import AtollTerminal
import AtollTrust
import Foundation
import SignedJSON
import TUF

struct TrustRenewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew", abstract: "Sign the offline roles again, to extend their validity.",
        discussion: """
            For instance:
              atoll trust renew --data center
            """
    )

    @OptionGroup
    var options: TrustOptions

    @OptionGroup
    var output: TrustOutputOption

    @OptionGroup
    var keys: TrustKeyOptions

    func run() async throws {
        try await reporting {
            var left: [String] = []
            try TrustWork(options, names: keys.names, output: output).carryOut { ceremony in
                left = try ceremony.statuses().filter { !$0.hasSigner }.map(\.role)
                try ceremony.renew()
                guard ceremony.isChanged else {
                    throw Failure(
                        keys.names.isEmpty
                            ? "Nothing was signed: no key in \(options.ring.url.path) signs for an offline role."
                            : "Nothing was signed: no role names \(keys.names.joined(separator: " or ")).")
                }
            }
            if !left.isEmpty {
                options.result.say("Not renewed: \(TrustRoles.names(of: left)). Their keys are not in this folder.")
            }
        }
    }
}
