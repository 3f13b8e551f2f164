import ArgumentParser
import AtollCenter
import Foundation
import SignedJSON
import TUF

struct TrustRenewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew", abstract: "Sign the offline roles anew, so that they are good for longer."
    )

    @OptionGroup
    var options: TrustOptions

    @OptionGroup
    var output: TrustOutputOption

    @OptionGroup
    var keys: TrustKeyOptions

    func run() async throws {
        try await reporting {
            try TrustWork(options, names: keys.names, output: output).carryOut { ceremony in
                try ceremony.renew()
                guard ceremony.isChanged else {
                    throw Failure(
                        keys.names.isEmpty
                            ? "Nothing was signed: no key in \(options.ring.url.path) signs for a role that is kept offline."
                            : "Nothing was signed: no role names \(keys.names.joined(separator: " or ")).")
                }
            }
        }
    }
}

struct TrustStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Say until when the offline roles are good, and who signs them."
    )

    @OptionGroup
    var options: TrustOptions

    func run() async throws {
        try await reporting {
            var ceremony = try options.ceremony()
            let statuses = try ceremony.statuses()
            for status in statuses where !TrustText.isBin(status.role) {
                print("\(status.role)  version \(status.version)  until \(Timestamp.text(status.expires).prefix(10))")
            }
            if let first = statuses.filter({ TrustText.isBin($0.role) }).map(\.expires).min() {
                print("bins of publishers  the first until \(Timestamp.text(first).prefix(10))")
            }
            guard let keys = ceremony.keys else { return }
            let names = try options.ring.names
            func text(_ keys: [VerificationKey]) -> String {
                keys.map { key in names[key.id].map { "\($0) (\(key.id.prefix(32)))" } ?? String(key.id.prefix(32)) }
                    .joined(separator: ", ")
            }
            print("owners  \(keys.ownerThreshold) of \(text(keys.owners))")
            print("reviewers  \(keys.reviewerThreshold) of \(text(keys.reviewers))")
        }
    }
}
