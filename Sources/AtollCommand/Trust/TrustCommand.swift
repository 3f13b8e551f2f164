import ArgumentParser
import AtollCenter
import Foundation
import SignedJSON
import TUF

/// `atoll trust`: what the owner and the review team do with their offline keys.
struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Begin a repository, take publishers in, and renew what is signed offline.",
        discussion: """
            Each works on the Center's folder, or on a copy of its repository on a machine without a network. What is signed by all \
            who have to is published where the Center's own keys are; otherwise it is written to a file, which goes from one \
            signer to the next (`atoll trust sign`), and last into repository/incoming at the Center. A running Center takes it in \
            within the hour, `atoll trust accept` at once.
            """,
        subcommands: [
            TrustInitCommand.self, TrustPublisherCommand.self, TrustRenewCommand.self, TrustRotateCommand.self,
            TrustShowCommand.self, TrustSignCommand.self, TrustAcceptCommand.self, TrustStatusCommand.self,
        ]
    )
}

/// The Center's folder and the keys for it.
struct TrustOptions: ParsableArguments {
    @Option(name: .customLong("data"), help: "The Center's folder, or one with a copy of its repository.")
    var path = ".atoll-center"

    @OptionGroup
    var ring: KeyRing

    @Flag(help: "Sign for another repository than those that the keys of this folder have signed for.")
    var newRepository = false

    var data: URL { URL(filePath: path) }
    var repository: URL { data.appending(path: "repository") }
    private var centerKeys: URL { data.appending(path: "keys") }

    /// The repository in the folder, or a copy of it.
    func ceremony(signers: [Signer] = []) throws -> TrustCeremony {
        guard TUFRepository.exists(in: repository) else {
            throw Failure(
                """
                There is no repository in \(repository.path). Copy the folder repository from the Center to there, or begin one \
                with: atoll trust init
                """)
        }
        return try TrustCeremony(opening: repository, signers: signers)
    }

    /// The Center's keys, where they are here.
    func center() throws -> CenterKeys? {
        FileManager.default.fileExists(atPath: centerKeys.path)
            ? try CenterKeys.current(in: centerKeys, repository: repository) : nil
    }

    /// Those with which the Center signs, or soon will; empty where they are not here.
    func centerSigners() throws -> [Signer] {
        guard let center = try center() else { return [] }
        return center.signers + (try CenterKeys.next(of: centerKeys)?.signers ?? [])
    }

    func nextCenterKeys() throws -> CenterKeys { try CenterKeys.next(beside: centerKeys) }

    func adoptNextCenterKeys(ifNamed isNamed: (CenterKeys) throws -> Bool) throws -> CenterKeys? {
        try CenterKeys.adoptNext(in: centerKeys, ifNamed: isNamed, now: Date())
    }

    func makeCenterKeys() throws -> CenterKeys { try CenterKeys(in: centerKeys) }

    /// A new file for what was signed.
    var newFile: URL { data.appending(path: "signed-\(Timestamp.text(Date()).replacing(":", with: "")).json") }
}

/// Where what was signed is written.
struct TrustOutputOption: ParsableArguments {
    @Option(
        name: .customLong("output"),
        help: "Write what is signed to this file, for the next signer or the Center, and publish nothing.")
    var path: String?
}

/// Which keys sign here.
struct TrustKeyOptions: ParsableArguments {
    @Option(
        name: .customLong("key"),
        help:
            "The name of a key to sign with; may be given several times. Default: every key in the folder that may sign."
    )
    var names: [String] = []
}
