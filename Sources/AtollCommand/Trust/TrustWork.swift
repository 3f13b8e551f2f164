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
            print("Published.")
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
                "The key \(name) signs nothing of this (\(roles(of: statuses))): the repository does not name it there. Nothing was written."
            )
        }
        guard statuses.isEmpty || !signed.isEmpty || mayPrepare else {
            throw Failure(
                "Nothing was signed: no key in \(options.ring.url.path) signs for \(roles(of: statuses)). Nothing was written."
            )
        }
    }

    private func roles(of statuses: [TUFSigningStatus]) -> String {
        let names = statuses.map(\.role)
        let bins = names.count { TrustText.isBin($0) }
        return (names.filter { !TrustText.isBin($0) } + (bins > 0 ? ["\(bins) bins of publishers"] : []))
            .joined(separator: ", ")
    }
}

/// How changes that are signed offline are told.
enum TrustText {
    static func isBin(_ role: String) -> Bool { role.hasPrefix("publishers-") }

    /// A line for each role, and one for all bins of publishers that stand alike.
    static func lines(of statuses: [TUFSigningStatus], names: [String: String]) -> [String] {
        var lines: [String] = []
        var bins: [String: Int] = [:]
        for status in statuses {
            let signatures = status.groups.map { text(of: $0, names) }
            let said =
                Set(signatures).count == 1 ? signatures[0] : "before: \(signatures[0]); from now on: \(signatures[1])"
            let line = "until \(Timestamp.text(status.expires).prefix(10))  \(said)"
            if isBin(status.role) {
                if bins.updateValue((bins[line] ?? 0) + 1, forKey: line) == nil { lines.append(line) }
            } else {
                lines.append("\(status.role)  version \(status.version)  \(line)")
            }
        }
        return lines.map { line in bins[line].map { "\($0) bins of publishers  \(line)" } ?? line }
    }

    private static func text(of group: TUFSigningStatus.Group, _ names: [String: String]) -> String {
        func name(_ id: String) -> String { names[id].map { "\($0) (\(id.prefix(32)))" } ?? String(id.prefix(32)) }
        let have = group.signed.isEmpty ? "nobody" : group.signed.map(name).joined(separator: ", ")
        let still = "\(group.missing) more of \(group.unsigned.map(name).joined(separator: ", "))"
        return "signed by \(have)" + (group.missing > 0 ? "; missing: \(still)" : "")
    }

    /// Says how far a change is signed, and what comes next.
    static func say(_ statuses: [TUFSigningStatus], in file: URL, _ options: TrustOptions) {
        for line in lines(of: statuses, names: (try? options.ring.names) ?? [:]) { print(line) }
        let isFirst = !TUFRepository.exists(in: options.repository)
        let name = file.lastPathComponent
        if !statuses.allSatisfy(\.isComplete) {
            let isBegun = statuses.contains { $0.groups.contains { !$0.signed.isEmpty } }
            print(
                """
                \(isBegun ? "Signed, but not yet by all who have to." : "Nothing is signed yet.") Bring \(file.path) to the next \
                signer, who types: atoll trust sign \(name)\(isFirst ? "" : " --data copy")
                """)
        } else if isFirst {
            print(
                "Signed by all who have to. Bring \(file.path) to the Center, and type there: atoll trust accept \(name) --data center"
            )
        } else {
            print(
                """
                Signed by all who have to. Put \(file.path) into repository/incoming at the Center, which takes it in within \
                the hour, or type there: atoll trust accept \(name) --data center
                """)
        }
    }
}
