import ArgumentParser
import AtollPackages
import BoundedHTTP
import Foundation
import SignedJSON
import TUF

/// `atoll monitor`: shows a publisher what is live in its name.
struct MonitorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Show what is live in a publisher's name, and whether it signed all of it.",
        discussion: """
            Reads the whole repository as a device would, and compares each live release with the statements that \
            `atoll publish` has kept: that it is one of them, and the last one, and that each names the one before it. Ends \
            with 1 where something is not as it should be.
            """
    )

    @Argument(help: "The publisher's id.")
    var publisher: String

    @OptionGroup
    var center: CenterOption

    @OptionGroup
    var ring: KeyRing

    @Option(
        help:
            "The Center's first root, from a source that you trust. Default: the one from the Center, if it is the one remembered."
    )
    var root: String?

    func run() async throws {
        try await reporting {
            guard let publisher = PublisherID(publisher) else {
                throw Failure("\"\(publisher)\" is not a valid publisher id.")
            }
            let monitor = try await Monitor(
                publisher: publisher, center: center.url(), records: StatementRecords(folder: ring.url),
                root: root.map { try Data(contentsOf: URL(filePath: $0)) })
            // A Center with a million mini apps is read in less; one that drips is not waited for.
            let findings = try await TransferTime.within(.seconds(600)) { try await monitor.run() }
            for line in findings.live { print(line) }
            if findings.live.isEmpty { print("Nothing is live in the name of \(publisher).") }
            for fault in findings.faults { note("attention: \(fault)") }
            guard findings.faults.isEmpty else { throw ExitCode(1) }
            print("All of it was signed by \(publisher), and nothing is missing between.")
        }
    }
}

/// Compares what a Center gives devices with what a publisher remembers.
struct Monitor {
    let publisher: PublisherID
    let center: URL
    let records: StatementRecords
    private let anchor: Data
    private let repository: BlobDigest
    private let folder: URL

    struct Findings {
        var live: [String] = []
        var faults: [String] = []
    }

    init(publisher: PublisherID, center: URL, records: StatementRecords, root: Data?) async throws {
        self.publisher = publisher
        self.center = center
        self.records = records
        let metadata = center.appending(path: "v1/trust/metadata")
        if let root {
            anchor = root
        } else {
            anchor = try await HTTPTUFTransport().get(metadata.appending(path: "1.root.json"), limit: 512_000)
        }
        repository = BlobDigest(of: anchor)
        if let known = try records.repository(of: center), known != repository {
            throw Failure("The Center's repository is \(repository), and it was \(known) before. Nothing was compared.")
        }
        folder = records.folder.appending(path: "monitor/\(repository)")
    }

    func run() async throws -> Findings {
        if !FileManager.default.fileExists(atPath: folder.appending(path: "root.json").path) {
            try TUFClient.trust(anchor, in: folder)
        }
        let client = try TUFClient(directory: folder, metadataURL: center.appending(path: "v1/trust/metadata"))
        let targetsURL = center.appending(path: "v1/trust/targets")
        let downloads = folder.appending(path: "targets")
        func contents(_ path: String) async throws -> Data {
            try Data(contentsOf: try await client.download(path, from: targetsURL, to: downloads))
        }
        try await client.refresh()
        guard try await client.target(PublisherFile.path(of: publisher)) != nil else {
            throw Failure("\(publisher) is not a publisher that the review team has approved.")
        }
        let file = try PublisherFile(parsing: try await contents(PublisherFile.path(of: publisher)))
        let prefix = "releases/\(publisher)."
        let targets = try await client.targets(startingWith: prefix) { read, count in
            if read.isMultiple(of: 200) { note("Read \(read) of \(count) roles.") }
        }
        var findings = Findings()
        for target in targets {
            let descriptor = try ReleaseDescriptor(parsing: try await contents(target.path))
            for release in descriptor.releases { try check(release, of: descriptor.app, by: file, &findings) }
        }
        return findings
    }

    private func check(
        _ release: ReleaseDescriptor.Release, of app: MiniAppID, by file: PublisherFile, _ findings: inout Findings
    ) throws {
        let statement: ReleaseStatement
        do throws(ReleaseRefusal) {
            statement = try release.statement.verified(by: file)
        } catch {
            // What is withdrawn need not be signed by the keys of today.
            if release.state == .withdrawn { return findings.live.append("\(app)  an earlier version  withdrawn") }
            findings.faults.append("\(app): \(error) No device opens it.")
            return
        }
        findings.live.append(
            "\(app)  \(statement.version.name) (code \(statement.version.code))  floor \(statement.floor)  "
                + "\(Double(release.permyriad) / 100) %  until \(Timestamp.text(statement.expires).prefix(10))"
                + (release.state == .withdrawn ? "  withdrawn" : "")
        )
        if let floor = file.floors[app], statement.version.code < floor, release.state == .live {
            findings.faults.append(
                "\(app): code \(statement.version.code) is below the floor \(floor) of the review team. No device opens it."
            )
        }
        let withdrawn = records.withdrawn(app, in: repository)
        if release.state == .live, withdrawn.contains(statement.version.code) {
            findings.faults.append(
                "\(app): code \(statement.version.code) is live, and you have withdrawn it. Only a floor makes that final: atoll trust publisher --floor"
            )
        }
        if release.state == .withdrawn, !withdrawn.contains(statement.version.code) {
            findings.faults.append(
                "\(app): code \(statement.version.code) was withdrawn, and not from this machine. Ask the Center's operator why."
            )
        }
        let known = try records.statements(of: app, in: repository)
        guard known[release.statement.digest] != nil else {
            findings.faults.append(
                "\(app) \(statement.version.name): it has a signature of yours, and this machine has not made it.")
            return
        }
        let latest = known.values.map(\.version.code).filter { !withdrawn.contains($0) }.max() ?? 0
        if statement.version.code < latest, descriptorIsOnly(release), release.state == .live {
            findings.faults.append("\(app): code \(statement.version.code) is live, and you have published \(latest).")
        }
        var link: ReleaseStatement? = statement
        while let previous = link?.previous {
            link = known[previous]
            if link == nil {
                findings.faults.append("\(app): the statement \(previous) that another one follows is not known here.")
            }
        }
    }

    /// Whether all devices get the release, so that none should have a later one.
    private func descriptorIsOnly(_ release: ReleaseDescriptor.Release) -> Bool { release.permyriad == 10_000 }
}
