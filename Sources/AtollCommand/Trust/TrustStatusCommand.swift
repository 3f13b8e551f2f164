import ArgumentParser
import AtollCenter
import Foundation
import SignedJSON
import TUF

struct TrustStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show until when the offline roles are valid, and who signs them."
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
                print("bins of publishers  the earliest until \(Timestamp.text(first).prefix(10))")
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
