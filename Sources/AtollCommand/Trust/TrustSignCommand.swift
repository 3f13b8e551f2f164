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

/// A file of what is signed offline, and the repository that it changes.
private struct OpenedProposal {
    let file: URL
    var roles: [TUFSignedRole]
    let ceremony: TrustCeremony
    /// Whether it begins the repository.
    let isFirst: Bool

    init(_ path: String, _ options: TrustOptions, signers: [Signer]) throws {
        file = URL(filePath: path)
        roles = try TrustProposal.read(file)
        isFirst = !TUFRepository.exists(in: options.repository)
        if isFirst {
            guard roles.first?.role == "root" else {
                throw Failure(
                    "There is no repository in \(options.path) to compare this with. Say with --data where a copy is.")
            }
            ceremony = try TrustCeremony(awaitedIn: options.repository, signers: signers)
        } else {
            ceremony = try TrustCeremony(opening: options.repository, signers: signers)
        }
    }

    /// Explains what keeps a change from fitting the repository.
    static func explaining<Value>(_ file: String, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch TUFError.wrongVersion(let role, let expected, let found) where found != expected {
            throw Failure(
                """
                \(file) does not follow this repository: it has version \(found) of \(role), and version \(expected) would be the \
                next. It was published already, or begun with another copy, or this copy is an older one.
                """)
        }
    }

    /// Says what it changes, and how far it is signed.
    func tell(_ options: TrustOptions) throws {
        let changes = try ceremony.changes(by: roles)
        for change in changes { print("- \(change)") }
        if changes.isEmpty { print("It changes nothing, and makes these good for longer:") }
        for line in TrustText.lines(of: try ceremony.status(of: roles), names: try options.ring.names) { print(line) }
    }
}

struct TrustShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Say what a file of signed roles changes, and whose signatures it lacks."
    )

    @Argument(help: "The file.")
    var file: String

    @OptionGroup
    var options: TrustOptions

    func run() async throws {
        try await reporting {
            try OpenedProposal.explaining(file) { try OpenedProposal(file, options, signers: []).tell(options) }
        }
    }
}

struct TrustSignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Add signatures to a change that somebody else has begun.",
        discussion: """
            Says first what it changes, compared with a copy of the repository. Signatures are added to the file; one that adds \
            none fails.
            """
    )

    @Argument(help: "The file, as atoll trust init, publisher, renew or rotate have written it.")
    var file: String

    @OptionGroup
    var options: TrustOptions

    @OptionGroup
    var keys: TrustKeyOptions

    @Flag(help: "Sign without asking.")
    var yes = false

    func run() async throws {
        try await reporting {
            let shown = try OpenedProposal(file, options, signers: [])
            var memory = try SignerMemory(options.ring)
            if !shown.isFirst { try memory.check(shown.ceremony, mayBeNew: options.newRepository) }
            try OpenedProposal.explaining(file) { try shown.tell(options) }
            guard yes || ask("Sign this?") else {
                throw Failure(
                    "Nothing was signed. Where there is no terminal to answer at, --yes signs without asking.")
            }
            // Which of the folder's keys sign, the file says where the repository does not exist yet.
            let ids = Set(try shown.ceremony.status(of: shown.roles).flatMap { $0.groups.flatMap(\.unsigned) })
            let names =
                keys.names.isEmpty ? try options.ring.list().filter { ids.contains($0.key.id) }.map(\.name) : keys.names
            guard !names.isEmpty else {
                throw Failure("Nothing was signed: no key in \(options.ring.url.path) still has to sign this.")
            }
            let opened = try names.map { ($0, try options.ring.open($0).signer) }
            var proposal = try OpenedProposal(file, options, signers: opened.map(\.1))
            guard proposal.roles == shown.roles else {
                throw Failure("The file has changed meanwhile. Nothing was signed.")
            }
            let counts = try proposal.ceremony.sign(&proposal.roles)
            for (name, signer) in opened where counts[signer.key.id] == nil {
                throw Failure(
                    "The key \(name) signs nothing of this that it has not signed already. Nothing was written.")
            }
            try TrustProposal.write(proposal.roles, to: proposal.file)
            try memory.remember(shown.ceremony.fingerprint(of: shown.roles), [:])
            if !shown.isFirst { try memory.remember(shown.ceremony) }
            print("")
            TrustText.say(try proposal.ceremony.status(of: proposal.roles), in: proposal.file, options)
        }
    }
}

struct TrustAcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Publish at the Center what was signed offline by all who have to."
    )

    @Argument(help: "The file.")
    var file: String

    @OptionGroup
    var options: TrustOptions

    func run() async throws {
        try await reporting {
            guard try options.center() != nil else {
                throw Failure(
                    "The Center's keys are not in \(options.path). Type this at the Center, whose keys publish what was signed."
                )
            }
            let (isFirst, proposal) = try TUFRepository.retrying {
                let proposal = try OpenedProposal(file, options, signers: options.centerSigners())
                var ceremony = proposal.ceremony
                try OpenedProposal.explaining(file) { try ceremony.accept(proposal.roles) }
                guard ceremony.isChanged else {
                    throw Failure(
                        "Nothing was published: the repository has what is in \(file) already, in this version.")
                }
                try ceremony.publish { note("Waiting for another process that is publishing…") }
                return (proposal.isFirst, proposal.roles)
            }
            try Self.adoptKeys(options)
            if isFirst { return try TrustInitCommand.tell(options) }
            print("Published: \(TrustRoles.names(of: proposal.map(\.role))).")
        }
    }

    /// Takes the keys that were made for the Center, once the repository names them.
    static func adoptKeys(_ options: TrustOptions) throws {
        guard try options.center() != nil, TUFRepository.exists(in: options.repository) else { return }
        let adopted = try options.adoptNextCenterKeys { next in
            try TrustCeremony(opening: options.repository, signers: []).names(next)
        }
        guard adopted != nil else { return }
        print("The Center's keys are replaced; the ones before are kept beside them.")
    }
}
