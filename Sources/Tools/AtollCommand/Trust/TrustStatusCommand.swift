import ArgumentParser
import AtollTerminal
import AtollTrust
import Foundation
import SignedJSON
import TUF

struct TrustStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show until when the offline roles are valid, and who signs them.",
        discussion: """
            For instance:
              atoll trust status --data center
            """
    )

    @OptionGroup
    var options: TrustOptions

    func run() async throws {
        try await reporting {
            var ceremony = try options.ceremony()
            let statuses = try ceremony.statuses()
            let others = statuses.filter { !TrustRoles.isPublisherBin($0.role) }
            var lines = others.map {
                "\($0.role)  version \($0.version)  until \(Timestamp.text($0.expires).prefix(10))"
            }
            if let first = statuses.filter({ TrustRoles.isPublisherBin($0.role) }).map(\.expires).min() {
                lines.append("lists of publishers  the earliest until \(Timestamp.text(first).prefix(10))")
            }
            var members: [ExactString: JSONValue] = ["roles": .array(statuses.map(TrustText.json(of:)))]
            guard let keys = ceremony.keys else { return options.result.show(members, lines: lines) }
            let names = try options.ring.names
            func text(_ keys: [VerificationKey]) -> String {
                keys.map { key in names[key.id].map { "\($0) (\(key.id.prefix(32)))" } ?? String(key.id.prefix(32)) }
                    .joined(separator: ", ")
            }
            func json(_ threshold: Int, _ keys: [VerificationKey]) -> JSONValue {
                .object(["threshold": .integer(threshold), "keys": .strings(keys.map(\.id))])
            }
            members["owners"] = json(keys.ownerThreshold, keys.owners)
            members["reviewers"] = json(keys.reviewerThreshold, keys.reviewers)
            options.result.show(
                members,
                lines: lines + [
                    "owners  \(keys.ownerThreshold) of \(text(keys.owners))",
                    "reviewers  \(keys.reviewerThreshold) of \(text(keys.reviewers))",
                ])
        }
    }
}
