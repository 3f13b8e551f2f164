import ArgumentParser
import AtollTerminal
import AtollTrust
import Foundation
import SignedJSON
import TUF

/// The Center's folder and the keys for it.
struct TrustOptions: ParsableArguments {
    @Option(name: .customLong("data"), help: "The Center's folder, or one with a copy of its repository.")
    var path = ".atoll-center"

    @OptionGroup
    var ring: KeyRing

    @OptionGroup
    var result: ResultOptions

    @Flag(help: "Sign for a repository that the keys in this folder have not signed for before.")
    var newRepository = false

    var data: URL { URL(filePath: path) }
    var repository: URL { data.appending(path: "repository") }

    /// - Throws: A ``Failure`` for the folder of a Center that was moved. A change signed there would not reach the
    ///   Center, and would later look like a second history of the repository.
    func checkNotMoved() throws {
        guard FileManager.default.fileExists(atPath: data.appending(path: "moved.txt").path) else { return }
        throw Failure(
            """
            The Center in \(path) was moved to a database and a bucket, and this is what it was before. Sign in a copy of its \
            repository: atoll center export copy; then atoll trust … --data copy --output change.json; then atoll center \
            submit change.json
            """)
    }
    private var centerKeys: URL { data.appending(path: "keys") }

    /// The repository in the folder, or a copy of it.
    func ceremony(signers: [Signer] = []) throws -> TrustCeremony {
        try checkNotMoved()
        guard TUFRepository.exists(in: repository) else {
            throw Failure(
                """
                There is no repository in \(repository.path). Copy the folder "repository" from the Center to it, or \
                create one with: atoll trust init
                """)
        }
        return try TrustCeremony(opening: repository, signers: signers)
    }

    /// The Center's keys, or nil if they are not in the folder.
    func center() throws -> CenterKeys? {
        FileManager.default.fileExists(atPath: centerKeys.path)
            ? try CenterKeys.current(in: centerKeys, repository: repository) : nil
    }

    /// The current and the next keys with which the Center signs; empty if they are not in the folder.
    func centerSigners() throws -> [Signer] {
        guard let center = try center() else { return [] }
        return center.signers + (try CenterKeys.next(of: centerKeys)?.signers ?? [])
    }

    func nextCenterKeys() throws -> CenterKeys { try CenterKeys.next(beside: centerKeys) }

    func adoptNextCenterKeys(ifNamed isNamed: (CenterKeys) throws -> Bool) throws -> CenterKeys? {
        try CenterKeys.adoptNext(in: centerKeys, ifNamed: isNamed, now: Date())
    }

    func makeCenterKeys() throws -> CenterKeys { try CenterKeys(in: centerKeys) }

    /// A new file for a signed change.
    var newFile: URL { data.appending(path: "signed-\(Timestamp.text(Date()).replacing(":", with: "")).json") }
}
