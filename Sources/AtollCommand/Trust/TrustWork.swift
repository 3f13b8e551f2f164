import AtollCenter
import Foundation
import SignedJSON
import TUF

/// A change that is being made with offline keys: who signs it here, and what becomes of it then.
struct TrustWork {
    let options: TrustOptions
    /// Those whose private halves are opened here, by their ids; each of them was asked for.
    private(set) var named: [String: String] = [:]
    private var signers: [Signer] = []
    private let center: [Signer]
    private let output: URL?

    /// - Parameters:
    ///   - names: The keys to sign with; where none is given, all of the ring that sign for anything in the repository.
    ///   - others: Names of keys that are to sign too, if they are here: those that will from now on.
    ///   - output: Where to write what is signed instead of publishing it.
    init(
        _ options: TrustOptions, names: [String], others: [String] = [], output: TrustOutputOption? = nil
    ) throws {
        self.options = options
        self.output = output?.path.map { URL(filePath: $0) }
        center = try options.centerSigners()
        for name in names {
            let signer = try options.ring.open(name).signer
            named[signer.key.id] = name
            signers.append(signer)
        }
        var rest = others.filter { !names.contains($0) }
        if names.isEmpty, TUFRepository.exists(in: options.repository) {
            let ids = try options.ceremony().offlineKeys
            rest += try options.ring.list().filter { ids.contains($0.key.id) && !rest.contains($0.name) }.map(\.name)
        }
        for name in rest { signers.append(try options.ring.open(name).signer) }
    }

    /// All who sign here.
    var all: [Signer] { signers + center }

    /// Makes a change, and publishes it or writes it down for the next signer; again, where another process was quicker.
    ///
    /// - Parameter mayPrepare: Whether the file may go to its first signer with no signature at all.
    func carryOut(mayPrepare: Bool = false, _ change: (inout TrustCeremony) throws -> Void) throws {
        var memory = try SignerMemory(options.ring)
        try TUFRepository.retrying {
            var ceremony = try options.ceremony(signers: all)
            try memory.check(ceremony, mayBeNew: options.newRepository)
            let seen = ceremony
            try change(&ceremony)
            guard ceremony.isChanged else { throw Failure("Nothing was signed: it would change nothing.") }
            try conclude(&ceremony, mayPrepare)
            // A Center that only prepares a change has signed nothing.
            if !signers.isEmpty { try memory.remember(seen) }
        }
    }

    /// Publishes what a ceremony has changed where all have signed and the Center's keys are here, or writes it down.
    private func conclude(_ ceremony: inout TrustCeremony, _ mayPrepare: Bool) throws {
        let proposal = try ceremony.proposal()
        let statuses = try ceremony.status(of: proposal)
        try checkSigned(statuses, mayPrepare)
        if statuses.allSatisfy(\.isComplete), !center.isEmpty, output == nil {
            try publish(&ceremony)
            print("Published: \(TrustRoles.names(of: statuses.map(\.role))).")
            return
        }
        try write(proposal, statuses)
    }

    /// Writes a change down for the next signer, or for the Center.
    func write(_ proposal: [TUFSignedRole], _ statuses: [TUFSigningStatus]) throws {
        let file = output ?? options.newFile
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw Failure(
                "There is \(file.path) already, perhaps with the signatures of others. Name another file with --output."
            )
        }
        try TrustProposal.write(proposal, to: file)
        TrustText.say(statuses, in: file, options)
    }

    func publish(_ ceremony: inout TrustCeremony) throws {
        try ceremony.publish { note("Waiting for another process that is publishing…") }
    }

    /// A step that signs nothing has failed, and so has one for which a key was opened that signs nothing.
    private func checkSigned(_ statuses: [TUFSigningStatus], _ mayPrepare: Bool) throws {
        let signed = Set(statuses.flatMap { $0.groups.flatMap(\.signed) })
        for (id, name) in named.sorted(by: { $0.value < $1.value }) where !signed.contains(id) {
            throw Failure(
                "The key \(name) signs nothing of this (\(TrustRoles.names(of: statuses.map(\.role)))): the repository does not name it there. Nothing was written."
            )
        }
        guard statuses.isEmpty || !signed.isEmpty || mayPrepare else {
            throw Failure(
                "Nothing was signed: no key in \(options.ring.url.path) signs for \(TrustRoles.names(of: statuses.map(\.role))). Nothing was written."
            )
        }
    }
}
