import ArgumentParser
import AtollPackages
import AtollTerminal
import BoundedHTTP
import Foundation
import SignedJSON
import TUF

/// Compares the releases that a Center delivers with the statements that a publisher has stored.
struct Monitor {
    let publisher: PublisherID
    let center: URL
    let records: StatementRecords
    private let anchor: Data
    private let repository: SHA256Hash
    private let folder: URL

    struct Findings {
        var live: [LiveRelease] = []
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
        repository = SHA256Hash(of: anchor)
        if let known = try records.repository(of: center), known != repository {
            throw Failure("The Center's repository is \(repository), but it was \(known) before. Nothing was compared.")
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
            if read.isMultiple(of: 5_000) { note("Read \(read) of \(count) roles.") }
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
            // A withdrawn version need not be signed by the current keys.
            if release.state == .withdrawn { return findings.live.append(LiveRelease(app: app)) }
            findings.faults.append("\(app): \(error) No device opens it.")
            return
        }
        findings.live.append(
            LiveRelease(
                app: app, statement: statement, permyriad: release.permyriad, isWithdrawn: release.state == .withdrawn))
        if let floor = file.floors[app], statement.version.code < floor, release.state == .live {
            findings.faults.append(
                "\(app): code \(statement.version.code) is below the floor \(floor) of the review team. No device opens it."
            )
        }
        let withdrawn = records.withdrawn(app, in: repository)
        if release.state == .live, withdrawn.contains(statement.version.code) {
            findings.faults.append(
                "\(app): code \(statement.version.code) is live, although you have withdrawn it. "
                    + "Only a floor makes a withdrawal final: atoll trust publisher --floor"
            )
        }
        if release.state == .withdrawn, !withdrawn.contains(statement.version.code) {
            findings.faults.append(
                "\(app): code \(statement.version.code) was withdrawn, but not from this machine. "
                    + "Ask the Center's operator why."
            )
        }
        let known = try records.statements(of: app, in: repository)
        guard known[release.statement.digest] != nil else {
            findings.faults.append(
                "\(app) \(statement.version.name): no copy of its statement is in \(records.folder.path). If it was published from another machine or with other keys, name their folder with --keys; if not, someone else has your key."
            )
            return
        }
        let latest = known.values.map(\.version.code).filter { !withdrawn.contains($0) }.max() ?? 0
        if statement.version.code < latest, descriptorIsOnly(release), release.state == .live {
            findings.faults.append(
                "\(app): code \(statement.version.code) is live, although you have published \(latest).")
        }
        var link: ReleaseStatement? = statement
        while let previous = link?.previous {
            link = known[previous]
            if link == nil {
                findings.faults.append(
                    "\(app): the statement \(previous), which a later one names as the one before it, is missing here.")
            }
        }
    }

    /// Whether all devices get this release, so that a later one should not exist.
    private func descriptorIsOnly(_ release: ReleaseDescriptor.Release) -> Bool { release.permyriad == 10_000 }
}
