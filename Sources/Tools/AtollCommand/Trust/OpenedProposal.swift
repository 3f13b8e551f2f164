import ArgumentParser
import AtollTerminal
import AtollTrust
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

/// A file with a change that is signed offline, and the repository that it changes.
struct OpenedProposal {
    let file: URL
    var roles: [TUFSignedRole]
    let ceremony: TrustCeremony
    /// Whether it creates the repository.
    let isFirst: Bool

    init(_ path: String, _ options: TrustOptions, signers: [Signer]) throws {
        file = URL(filePath: path)
        roles = try TrustProposal.read(file)
        isFirst = !TUFRepository.exists(in: options.repository)
        if isFirst {
            guard roles.first?.role == "root" else {
                throw Failure(
                    "There is no repository in \(options.path) to compare this with. Name a copy with --data."
                )
            }
            ceremony = try TrustCeremony(awaitedIn: options.repository, signers: signers)
        } else {
            ceremony = try TrustCeremony(opening: options.repository, signers: signers)
        }
    }

    /// Explains why a change does not follow the repository's version.
    static func explaining<Value>(_ file: String, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch TUFError.wrongVersion(let role, let expected, let found) where found != expected {
            throw Failure(
                """
                \(file) does not follow this repository: it has version \(found) of \(role), but the next version is \
                \(expected). It was already published, was started from another copy, or this copy is outdated.
                """)
        }
    }

    /// Prints its changes, and who has signed it.
    func tell(_ options: TrustOptions) throws {
        let changes = try ceremony.changes(by: roles)
        for change in changes { options.result.say("- \(change)") }
        if changes.isEmpty { options.result.say("It changes nothing but extends the validity of:") }
        for line in TrustText.lines(of: try ceremony.status(of: roles), names: try options.ring.names) {
            options.result.say(line)
        }
    }
}
