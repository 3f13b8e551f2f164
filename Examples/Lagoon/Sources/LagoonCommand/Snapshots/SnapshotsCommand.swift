import ArgumentParser
import AtollChromium
import AtollNavigation
import AtollPages
import Foundation
import Lagoon
import LagoonScreens
import Logging

/// `lagoon snapshots`: takes a picture of every screen, and compares it with an earlier one.
struct SnapshotsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshots", abstract: "Take a picture of every screen, and compare it with an earlier one.",
        discussion: """
            Walks the graph in Chromium, signed out and signed in, as a phone and as a desktop, light and dark. \
            Pictures already in the folder are moved to its subfolder "before" and compared with the new ones; \
            report.html shows the differences. The exit status is 0 if nothing differs, and 1 if something does.
            """
    )

    @Argument(help: "The folder for the pictures.")
    var folder: String

    @Option(help: "A folder of earlier pictures to compare with, instead of those in the folder itself.")
    var before: String?

    @Option(help: "Only these looks, separated by commas: phone-light, phone-dark, desktop-light, desktop-dark.")
    var looks: String?

    @Option(help: "The path of the Chromium to use.")
    var chromium: String?

    @Option(name: .customLong("miniapps"), help: "The folder that contains a folder for each mini app.")
    var miniApps = "Examples/MiniApps"

    private var chosenLooks: [BrowserLook] {
        guard let looks else { return BrowserLook.all }
        let names = looks.split(separator: ",").map(String.init)
        return BrowserLook.all.filter { names.contains($0.name) }
    }

    func validate() throws {
        guard !chosenLooks.isEmpty else { throw ValidationError("\"\(looks ?? "")\" is not a look.") }
        guard FileManager.default.fileExists(atPath: miniApps) else {
            throw ValidationError("There is no folder \(miniApps). Set the folder of the mini apps with --miniapps.")
        }
    }

    func run() async throws {
        let target = URL(filePath: folder)
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        let earlier = try setEarlierAside(in: target)
        let data = FileManager.default.temporaryDirectory.appending(path: "lagoon-snapshots-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: data) }
        var configuration = LagoonConfiguration(directory: data, miniApps: URL(filePath: miniApps))
        (configuration.port, configuration.centerPort) = (0, 0)
        // A fixed morning, so that pictures do not change with the time of day.
        configuration.now = { Date(timeIntervalSince1970: 1_795_248_000) }
        let server = try LagoonServer(configuration, logger: Logger(label: "lagoon") { _ in SwiftLogNoOpLogHandler() })
        let (opened, opening) = AsyncStream.makeStream(of: String.self)
        let serving = Task {
            defer { opening.finish() }
            try await server.run { opening.yield($0.superApp) }
        }
        var openings = opened.makeAsyncIterator()
        guard let origin = await openings.next() else { return try await serving.value }
        let report: SnapshotReport
        do {
            report = try takeAll(at: origin, in: target, comparedWith: earlier)
        } catch {
            serving.cancel()
            throw error
        }
        serving.cancel()
        try conclude(report, in: target, earlier: earlier)
    }

    /// Freezes countdowns at a multiple of ten minutes, because the moment at which a picture is taken varies.
    private static let stillness = """
        {
          const { setInterval } = globalThis;
          globalThis.setInterval = (act, pause, ...rest) => (pause === 1_000 ? 0 : setInterval(act, pause, ...rest));
          addEventListener("DOMContentLoaded", () => {
            const place = document.querySelector("[data-countdown]")?.dataset ?? {};
            for (const name of ["start", "end"].filter((name) => name in place)) place[name] = Math.ceil(place[name] / 600) * 600;
          });
        }
        """

    /// Moves the pictures of an earlier run out of the way.
    private func setEarlierAside(in target: URL) throws -> URL? {
        if let before { return URL(filePath: before) }
        let manager = FileManager.default
        let pictures = try manager.contentsOfDirectory(at: target, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "png" }
        guard !pictures.isEmpty else { return nil }
        let aside = target.appending(path: "before")
        if manager.fileExists(atPath: aside.path) { try manager.removeItem(at: aside) }
        try manager.createDirectory(at: aside, withIntermediateDirectories: true)
        for picture in pictures {
            try manager.moveItem(at: picture, to: aside.appending(path: picture.lastPathComponent))
        }
        return aside
    }

    private func takeAll(at origin: String, in target: URL, comparedWith earlier: URL?) throws -> SnapshotReport {
        guard let executable = BrowserOptions.find(chromium) else {
            throw BrowserError.noBrowser(chromium ?? "not found")
        }
        var options = BrowserOptions(executable: executable)
        // The pages are our own.
        options.isSandboxed = false
        let browser = try Browser(options)
        // The page that pictures are taken of is created last, so that it is in front: only that page is drawn.
        let comparison = SnapshotComparison(page: try BrowserPage(browser))
        let page = try BrowserPage(browser)
        try page.call("Page.addScriptToEvaluateOnNewDocument", ["source": Self.stillness])
        var report = SnapshotReport()
        var taken: Set<String> = []
        for (visitor, facts) in [("guest", []), ("ada", [.signedIn, .role("Sales")])] as [(String, Set<Fact>)] {
            if visitor != "guest" { try signIn(page, origin) }
            for screen in try SnapshotPlan.screens(LagoonMap.app, facts: facts) {
                for look in chosenLooks {
                    let name = "\(look.name)-\(visitor)-\(screen.name)"
                    try page.look(look)
                    try page.go(to: origin + screen.address)
                    let picture = try page.picture()
                    try picture.write(to: target.appending(path: name + ".png"))
                    taken.insert(name + ".png")
                    report.note(name, try compare(name, picture, with: earlier, in: target, comparison))
                }
                print("\(visitor)  \(screen.address)")
            }
        }
        for file in try earlier.map({ try FileManager.default.contentsOfDirectory(atPath: $0.path) }) ?? []
        where file.hasSuffix(".png") && !taken.contains(file)
            && chosenLooks.contains(where: { file.hasPrefix($0.name + "-") })
        {
            report.note(String(file.dropLast(4)), .removed)
        }
        return report
    }

    private func signIn(_ page: BrowserPage, _ origin: String) throws {
        guard let account = DemoAccounts.all.first else { return }
        try page.go(to: origin + "/sign-in")
        _ = try page.evaluate(
            """
            document.getElementById("name").value = "\(account.signInName)";
            document.getElementById("password").value = "\(account.password)";
            document.querySelector("form").submit();
            true
            """, as: Bool.self)
        try page.wait("location.pathname === \"/today\"", at: origin)
    }

    private func compare(
        _ name: String, _ picture: Data, with earlier: URL?, in target: URL, _ comparison: SnapshotComparison
    ) throws -> SnapshotReport.Outcome {
        guard let earlier else { return .same }
        guard let old = try? Data(contentsOf: earlier.appending(path: name + ".png")) else { return .added }
        guard let difference = try comparison.compare(old, picture) else { return .same }
        let marks = target.appending(path: "difference")
        try FileManager.default.createDirectory(at: marks, withIntermediateDirectories: true)
        try difference.picture.write(to: marks.appending(path: name + ".png"))
        return .changed(pixels: difference.changed, of: difference.total)
    }

    private func conclude(_ report: SnapshotReport, in target: URL, earlier: URL?) throws {
        guard let earlier else {
            print("\(report.outcomes.count) pictures in \(folder); there were no earlier pictures to compare with.")
            return
        }
        let place = earlier.path.hasPrefix(target.path) ? "before" : earlier.absoluteString
        try Data(report.html(before: place).utf8).write(to: target.appending(path: "report.html"))
        guard !report.differences.isEmpty else {
            print("\(report.outcomes.count) pictures, no differences.")
            return
        }
        for line in report.lines { print(line) }
        print("\(report.differences.count) of \(report.outcomes.count) pictures differ: see \(folder)/report.html")
        throw ExitCode(1)
    }
}
