import ArgumentParser
import AtollPackages
import AtollTerminal
import AtollTrust
import Foundation
import SignedJSON
import TUF

struct TrustPublisherCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publisher", abstract: "Approve a publisher, change its keys or floors, or list all publishers.",
        discussion: """
            For instance:
              atoll trust publisher com.example --key com.example.pub --data center
            """
    )

    @Argument(help: "The publisher's id. Without it, all publishers are listed.")
    var publisher: String?

    @OptionGroup
    var options: TrustOptions

    @OptionGroup
    var output: TrustOutputOption

    @Option(
        name: .customLong("key"),
        help: """
            A key of the publisher: the file of its public half, as `atoll keys public` writes it, or the name of a \
            key in the folder. May be repeated.
            """)
    var keys: [String] = []

    @Option(
        help: """
            A request of the publisher, as `atoll publisher document` writes it: its id, keys and threshold are taken \
            from there.
            """)
    var request: String?

    @Option(help: "How many of its keys must sign. Default: as before, or 1.")
    var threshold: Int?

    @Option(
        name: .customLong("floor"),
        help: "The lowest version code that may run, such as com.example.kudos=9; may be repeated.")
    var floors: [String] = []

    @Option(
        name: .customLong("reviewer"),
        help:
            "The name of a reviewer's key to sign with; may be repeated. Default: every reviewer's key in the folder."
    )
    var reviewers: [String] = []

    @Option(
        name: .customLong("reset-floor"),
        help: """
            Reset the floors of a mini app, such as com.example.kudos: devices forget those that they have seen, and \
            only --floor applies. Use it after a stolen key has signed a floor or a code that no version can reach, \
            and remove that key at the same time. May be repeated.
            """)
    var resets: [String] = []

    @Flag(help: "Remove the publisher: devices no longer open its mini apps.")
    var remove = false

    func run() async throws {
        try await reporting {
            let document = try request.map { try read($0) }
            let asked = try document?.verified()
            guard let publisher = publisher ?? asked?.publisher.rawValue else {
                let ceremony = try options.ceremony()
                let files = try ceremony.publishers().sorted { $0.publisher.rawValue < $1.publisher.rawValue }
                return options.result.show(
                    ["items": .array(files.map(TrustText.json(of:)))], lines: files.flatMap(TrustText.lines(of:)))
            }
            guard let id = PublisherID(publisher) else {
                throw Failure("\"\(publisher)\" is not a valid publisher id.")
            }
            if let asked, asked.publisher != id {
                throw Failure("The request is of \(asked.publisher), not of \(id).")
            }
            let floors = try floors(of: id)
            let work = try TrustWork(options, names: reviewers, output: output)
            try work.carryOut { ceremony in
                if remove { return try ceremony.remove(id) }
                let known = try ceremony.publishers().first { $0.publisher == id }
                if let document { try check(document, of: known) }
                let added = try asked.map { Array($0.keys.values) } ?? keys.map(options.ring.publicKey)
                guard Set(added.map(\.id)).count == added.count else {
                    throw Failure("The same key was given twice with --key.")
                }
                let keys = added.isEmpty ? known.map { Array($0.keys.values) } ?? [] : added
                let threshold = threshold ?? asked?.threshold ?? min(known?.threshold ?? 1, max(1, keys.count))
                guard (1...max(1, keys.count)).contains(threshold), !keys.isEmpty else {
                    throw Failure("Name the keys that sign for \(id) with --key, at least as many as the threshold.")
                }
                let resets = try resets(of: id)
                for (app, floor) in floors where !resets.contains(app) {
                    guard let before = known?.floors[app], floor < before else { continue }
                    throw Failure(
                        """
                        The floor of \(app) is \(before) already, and floors only rise. If a stolen key has raised it, \
                        reset it with: --reset-floor \(app)
                        """)
                }
                for (app, floor) in floors { try Self.warn(of: floor, app, ceremony) }
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

    func validate() throws {
        if request != nil, !keys.isEmpty || threshold != nil || remove {
            throw ValidationError(
                "--request already sets the keys and the threshold: remove --key, --threshold or --remove.")
        }
    }

    /// The maximum age of a request, in seconds. A copy of an older one could bring back keys that were given up.
    private static let maximumAge = 90 * 86_400.0

    private func read(_ path: String) throws -> SignedPublisherRequest {
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? handle.close() }
        return try SignedPublisherRequest(
            parsing: handle.read(upToCount: SignedPublisherRequest.maximumLength + 1) ?? Data())
    }

    /// Checks that a request is for this repository and recent, and prints what the review team has to verify.
    private func check(
        _ document: SignedPublisherRequest, of known: PublisherFile?
    ) throws {
        let asked = try document.verified()
        let root = try TUFRepository.firstRoot(in: options.repository)
        guard SHA256Hash(of: root) == asked.repository else {
            throw Failure("The request is for another Mini App Center. Nothing was signed.")
        }
        let age = Date().timeIntervalSince(asked.created)
        guard (-86_400...Self.maximumAge).contains(age) else {
            throw Failure(
                "The request was made at \(Timestamp.text(asked.created)). Requests older than 90 days are refused.")
        }
        options.result.say(
            "\(asked.publisher) asks, since \(Timestamp.text(asked.created)), for \(asked.threshold) of:")
        for key in asked.keys.keys.sorted() { options.result.say("  \(key)") }
        if known.map(document.isConfirmed) ?? false {
            note("The keys that it has now have signed the request.")
        } else if known != nil {
            note("warning: the keys that it has now have not signed the request. Make sure that it is the publisher.")
        } else {
            note("It has no keys yet. Compare the key ids with the publisher over another channel.")
        }
        if let known, !Set(known.keys.keys).isSubset(of: asked.keys.keys) {
            note(
                """
                warning: a key that it has now is not among them. Devices no longer open versions that only that key has \
                signed, until the publisher signs them again: atoll publish --resign
                """)
        }
    }

    /// Warns if a floor leaves devices without a version to open.
    private static func warn(of floor: Int, _ app: MiniAppID, _ ceremony: TrustCeremony) throws {
        guard let live = try? ceremony.liveCode(of: app) else {
            return note("warning: no version of \(app) is live in this repository. Is that its id?")
        }
        if live < floor {
            note(
                "warning: \(app) is live with code \(live), below the floor: "
                    + "no device opens it until code \(floor) or higher is published."
            )
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
            else { throw Failure("\"\(text)\" is not a valid floor. Expected one such as \(publisher).kudos=9.") }
            floors[app] = floor
        }
        return floors
    }
}
