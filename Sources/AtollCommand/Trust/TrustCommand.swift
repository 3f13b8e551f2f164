import ArgumentParser
import AtollCenter
import AtollPackages
import Foundation
import SignedJSON
import TUF

/// `atoll trust`: what the owner and the review team do with their offline keys.
struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Begin a repository, take publishers in, and renew what is signed offline.",
        discussion: """
            Each works on the Center's folder, or on a copy of its repository on a machine without a network. Where the \
            Center's own keys are not there, what was signed is written to a file: put it into repository/incoming at the \
            Center, which takes it in within the hour, or at its next start.
            """,
        subcommands: [
            TrustInitCommand.self, TrustPublisherCommand.self, TrustRenewCommand.self, TrustRotateCommand.self,
            TrustStatusCommand.self,
        ]
    )
}

/// The Center's folder and the keys for it.
struct TrustOptions: ParsableArguments {
    @Option(name: .customLong("data"), help: "The Center's folder, or one with a copy of its repository.")
    var path = ".atoll-center"

    @OptionGroup
    var ring: KeyRing

    var data: URL { URL(filePath: path) }
    var repository: URL { data.appending(path: "repository") }
    private var centerKeys: URL { data.appending(path: "keys") }

    /// The Center's keys, where they are here.
    func center() throws -> CenterKeys? {
        FileManager.default.fileExists(atPath: centerKeys.path) ? try CenterKeys(in: centerKeys) : nil
    }

    func nextCenterKeys() throws -> CenterKeys { try CenterKeys.next(beside: centerKeys) }

    func adoptNextCenterKeys() throws { try CenterKeys.adoptNext(in: centerKeys, now: Date()) }

    func makeCenterKeys() throws -> CenterKeys { try CenterKeys(in: centerKeys) }

    /// Carries out a ceremony, and publishes it or writes it down for the Center.
    func hold(with names: [String], _ work: (inout TrustCeremony) throws -> Void) throws {
        let center = try center()
        let signers = try names.map { try ring.open($0).signer } + (center?.signers ?? [])
        var ceremony = try TrustCeremony(opening: repository, signers: signers)
        try work(&ceremony)
        if center != nil {
            try ceremony.publish()
            print("Published.")
        } else {
            let file = data.appending(path: "signed-\(Timestamp.text(Date()).replacing(":", with: "")).json")
            try JSONEncoder().encode(ceremony.signed()).write(to: file, options: .atomic)
            print("Signed. Put \(file.path) into repository/incoming at the Center.")
        }
    }
}

/// Who signs what is kept offline.
struct TrustSignerOptions: ParsableArguments {
    @Option(name: .customLong("owner"), help: "The name of an owner's key, for the root; may be given several times.")
    var owners: [String] = ["root"]

    @Option(help: "How many owners have to sign.")
    var ownerThreshold = 1

    @Option(name: .customLong("reviewer"), help: "The name of a reviewer's key; may be given several times.")
    var reviewers: [String] = ["targets"]

    @Option(help: "How many reviewers have to sign.")
    var reviewerThreshold = 1

    func validate() throws {
        guard (1...owners.count).contains(ownerThreshold), (1...reviewers.count).contains(reviewerThreshold) else {
            throw ValidationError("A threshold is from 1 to the number of keys.")
        }
    }

    func signers(from ring: KeyRing) throws -> TrustCeremony.Signers {
        TrustCeremony.Signers(
            owners: try owners.map { try ring.open($0).signer }, ownerThreshold: ownerThreshold,
            reviewers: try reviewers.map { try ring.open($0).signer }, reviewerThreshold: reviewerThreshold
        )
    }
}

struct TrustRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace the keys of owners, reviewers or the Center; devices follow by themselves.",
        discussion: """
            Works on the Center's own folder, while the Center is stopped. The keys that are given are those that sign from now \
            on; those that signed the root before are needed once more.
            """
    )

    @OptionGroup
    var options: TrustOptions

    @OptionGroup
    var who: TrustSignerOptions

    @Option(
        name: .customLong("before"),
        help:
            "The name of an owner's key that signed before, such as root-until-2026-11-21; may be given several times.")
    var before: [String] = []

    @Flag(help: "Make other keys for the Center, too; the ones before are set aside beside them.")
    var centerKeys = false

    func run() async throws {
        try await reporting {
            guard let center = try options.center() else {
                throw Failure(
                    "The Center's keys are not in \(options.path). Keys are replaced in the Center's own folder.")
            }
            let signers = try who.signers(from: options.ring)
            let others = try before.map { try options.ring.open($0).signer }
            var ceremony = try TrustCeremony(
                opening: options.repository, signers: signers.owners + others + signers.reviewers + center.signers)
            let next = centerKeys ? try options.nextCenterKeys() : center
            note("Signing all roles and bins; this takes some seconds.")
            try ceremony.rotate(to: signers, center: next)
            if centerKeys { try options.adoptNextCenterKeys() }
            print("The keys are replaced.")
        }
    }
}

struct TrustInitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Begin a repository: all its roles, and bins for publishers and releases."
    )

    @OptionGroup
    var options: TrustOptions

    @OptionGroup
    var who: TrustSignerOptions

    func run() async throws {
        try await reporting {
            let signers = try who.signers(from: options.ring)
            note("Signing all roles and bins; this takes some seconds.")
            try TrustCeremony.begin(
                in: options.repository, signers: signers, center: options.makeCenterKeys())
            let root = try TUFRepository.firstRoot(in: options.repository)
            print("The repository is begun. Its first root, which super apps ship, is")
            print("  \(options.repository.appending(path: "metadata/1.root.json").path)")
            print("repository \(BlobDigest(of: root))")
        }
    }
}

struct TrustPublisherCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publisher", abstract: "Take a publisher in, change its keys or floors, or list all publishers."
    )

    @Argument(help: "The publisher's id; all are listed without.")
    var publisher: String?

    @OptionGroup
    var options: TrustOptions

    @Option(
        name: .customLong("key"), help: "A file of the publisher's key, sealed is fine; may be given several times.")
    var keys: [String] = []

    @Option(help: "How many of its keys have to sign.")
    var threshold = 1

    @Option(
        name: .customLong("floor"),
        help: "The lowest version that may run, as com.example.kudos=9; may be given several times.")
    var floors: [String] = []

    @Option(name: .customLong("reviewer"), help: "The name of a reviewer's key; may be given several times.")
    var reviewers: [String] = ["targets"]

    @Option(
        name: .customLong("reset-floor"),
        help: """
            Begin the floors of a mini app anew, such as com.example.kudos: devices forget those that they have seen, and only \
            what --floor says holds. For after a stolen key has signed a floor or a code that no version can reach; take that \
            key out at the same time. May be given several times.
            """)
    var resets: [String] = []

    @Flag(help: "Take the publisher out: nothing of it is opened any more.")
    var remove = false

    func run() async throws {
        try await reporting {
            guard let publisher else {
                let ceremony = try TrustCeremony(opening: options.repository, signers: [])
                for file in try ceremony.publishers().sorted(by: { $0.publisher.rawValue < $1.publisher.rawValue }) {
                    print(
                        "\(file.publisher)  \(file.threshold) of \(file.keys.keys.sorted().joined(separator: ", "))"
                    )
                    for (app, floor) in file.floors.sorted(by: { $0.key < $1.key }) { print("  \(app) from \(floor)") }
                }
                return
            }
            guard let id = PublisherID(publisher) else { throw Failure("\"\(publisher)\" is no publisher's id.") }
            let floors = try floors(of: id)
            try options.hold(with: reviewers) { ceremony in
                if remove { return try ceremony.remove(id) }
                let known = try ceremony.publishers().first { $0.publisher == id }
                let added = try keys.map { try KeyFile.publicKey(of: Data(contentsOf: URL(filePath: $0))) }
                let keys = added.isEmpty ? known.map { Array($0.keys.values) } ?? [] : added
                guard (1...max(1, keys.count)).contains(threshold), !keys.isEmpty else {
                    throw Failure("Say with --key which keys sign for \(id), at least as many as have to.")
                }
                let resets = try resets(of: id)
                let kept = (known?.floors ?? [:]).filter { !resets.contains($0.key) }
                var epochs = known?.floorsEpochs ?? [:]
                for app in resets { epochs[app, default: 0] += 1 }
                try ceremony.set(
                    PublisherFile(
                        id, keys: keys, threshold: threshold, floors: kept.merging(floors) { max($0, $1) },
                        floorsEpochs: epochs))
            }
        }
    }

    private func resets(of publisher: PublisherID) throws -> Set<MiniAppID> {
        try Set(
            resets.map { text in
                guard let app = MiniAppID(text), app.belongs(to: publisher) else {
                    throw Failure(
                        "\"\(text)\" is not a mini app of \(publisher). Expected one such as \(publisher).kudos.")
                }
                return app
            })
    }

    private func floors(of publisher: PublisherID) throws -> [MiniAppID: Int] {
        var floors: [MiniAppID: Int] = [:]
        for text in self.floors {
            let parts = text.split(separator: "=")
            guard parts.count == 2, let app = MiniAppID(String(parts[0])), app.belongs(to: publisher),
                let floor = Int(parts[1]), floor >= 0
            else { throw Failure("\"\(text)\" is no floor of \(publisher); \(publisher).kudos=9 would be.") }
            floors[app] = floor
        }
        return floors
    }
}

struct TrustRenewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew", abstract: "Sign the offline roles anew, so that they are good for longer."
    )

    @OptionGroup
    var options: TrustOptions

    @Option(name: .customLong("key"), help: "The name of a key to sign with; may be given several times.")
    var keys: [String] = ["root", "targets"]

    func run() async throws {
        try await reporting { try options.hold(with: keys) { try $0.renew() } }
    }
}

struct TrustStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Say until when the offline roles are good."
    )

    @OptionGroup
    var options: TrustOptions

    func run() async throws {
        try await reporting {
            var ceremony = try TrustCeremony(opening: options.repository, signers: [])
            let statuses = try ceremony.statuses()
            let isBin: (TUFRoleStatus) -> Bool = { $0.role.hasPrefix("publishers-") }
            for status in statuses.filter({ !isBin($0) }) {
                print("\(status.role)  version \(status.version)  until \(Timestamp.text(status.expires).prefix(10))")
            }
            if let first = statuses.filter(isBin).map(\.expires).min() {
                print("bins of publishers  the first until \(Timestamp.text(first).prefix(10))")
            }
        }
    }
}
