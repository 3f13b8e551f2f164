import AtollTerminal
import AtollTrust
import Foundation
import SignedJSON
import TUF

/// Makes a change with offline keys: opens the keys that sign it, and publishes it or writes it to a file.
struct TrustWork {
    let options: TrustOptions
    /// The names of the keys that were requested explicitly, by id; each of them must sign.
    private(set) var named: [String: String] = [:]
    private var signers: [Signer] = []
    private let center: [Signer]
    private let output: URL?

    /// - Parameters:
    ///   - names: The keys to sign with; if empty, all keys in the ring that sign for an offline role of the
    ///     repository.
    ///   - others: The names of further keys in the ring to sign with: those that will sign from now on.
    ///   - output: The file to which the change is written instead of publishing it.
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

    /// All keys that sign here, the Center's included.
    var all: [Signer] { signers + center }

    /// Makes a change, and publishes it or writes it to a file for the next signer; repeated if another process was
    /// faster.
    ///
    /// - Parameter mayPrepare: Whether the file may go to its first signer without any signature.
    func carryOut(mayPrepare: Bool = false, _ change: (inout TrustCeremony) throws -> Void) throws {
        var memory = try SignerMemory(options.ring)
        try TUFRepository.retrying {
            var ceremony = try options.ceremony(signers: all)
            try memory.check(ceremony, mayBeNew: options.newRepository)
            let seen = ceremony
            try change(&ceremony)
            guard ceremony.isChanged else { throw Failure("Nothing was signed: there is nothing to change.") }
            try conclude(&ceremony, mayPrepare)
            // A Center that only prepares a change signs nothing.
            if !signers.isEmpty { try memory.remember(seen) }
        }
    }

    /// Publishes a change if everyone required has signed and the Center's keys are here; otherwise writes it to a
    /// file.
    private func conclude(_ ceremony: inout TrustCeremony, _ mayPrepare: Bool) throws {
        let proposal = try ceremony.proposal()
        let statuses = try ceremony.status(of: proposal)
        try checkSigned(statuses, mayPrepare)
        if statuses.allSatisfy(\.isComplete), !center.isEmpty, output == nil {
            try publish(&ceremony)
            return TrustText.say(published: statuses.map(\.role), options)
        }
        try write(proposal, statuses)
    }

    /// Writes a change to a file for the next signer, or for the Center.
    func write(_ proposal: [TUFSignedRole], _ statuses: [TUFSigningStatus]) throws {
        let file = output ?? options.newFile
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw Failure(
                "\(file.path) already exists, perhaps with the signatures of others. Name another file with --output."
            )
        }
        try TrustProposal.write(proposal, to: file)
        TrustText.say(statuses, in: file, options)
    }

    func publish(_ ceremony: inout TrustCeremony) throws {
        try ceremony.publish { note("Waiting for another process that is publishing…") }
    }

    /// Throws if nothing was signed, or if a key that was requested explicitly has signed nothing.
    private func checkSigned(_ statuses: [TUFSigningStatus], _ mayPrepare: Bool) throws {
        let signed = Set(statuses.flatMap { $0.groups.flatMap(\.signed) })
        for (id, name) in named.sorted(by: { $0.value < $1.value }) where !signed.contains(id) {
            throw Failure(
                "The key \(name) signs nothing here (\(TrustRoles.names(of: statuses.map(\.role)))): "
                    + "the repository does not name it for that. Nothing was written."
            )
        }
        guard statuses.isEmpty || !signed.isEmpty || mayPrepare else {
            throw Failure(
                "Nothing was signed: no key in \(options.ring.url.path) signs for \(TrustRoles.names(of: statuses.map(\.role))). Nothing was written."
            )
        }
    }
}
