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
            var left: [String] = []
            try TrustWork(options, names: keys.names, output: output).carryOut { ceremony in
                left = try ceremony.statuses().filter { !$0.hasSigner }.map(\.role)
                try ceremony.renew()
                guard ceremony.isChanged else {
                    throw Failure(
                        keys.names.isEmpty
                            ? "Nothing was signed: no key in \(options.ring.url.path) signs for a role that is kept offline."
                            : "Nothing was signed: no role names \(keys.names.joined(separator: " or ")).")
                }
            }
            if !left.isEmpty {
                print("Not renewed: \(TrustRoles.names(of: left)). Others have the keys for that.")
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
            for status in statuses where !TrustRoles.isPublisherBin(status.role) {
                print("\(status.role)  version \(status.version)  until \(Timestamp.text(status.expires).prefix(10))")
            }
            if let first = statuses.filter({ TrustRoles.isPublisherBin($0.role) }).map(\.expires).min() {
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
