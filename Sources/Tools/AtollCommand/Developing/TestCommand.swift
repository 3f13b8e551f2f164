import ArgumentParser
import AtollChromium
import AtollDevelopment
import AtollTerminal
import BoundedServer
import Foundation
import PrintableText

/// `atoll test`: runs the tests of a mini app.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run a mini app's tests without a window. Exit with status 1 if one fails.",
        discussion: """
            A test is a file tests/….dev.json with steps: what is tapped and typed, and what must be seen. Each runs in Chromium, in \
            the real web shell, with separate storage. docs/developing.md describes the steps. For instance:
              atoll test                          the mini app in this folder, or in app/
              atoll test lunch-menu --json
            """
    )

    @Argument(help: "The folder of the mini app, or the folder around it. Default: this folder.")
    var source = "."

    @Option(name: .customLong("test"), help: "A test to run; may be repeated. Default: all in tests/.")
    var tests: [String] = []

    @Option(help: "The path of the Chromium. Default: that of CHROMIUM in the environment, or one at a usual place.")
    var chromium: String?

    @Flag(help: "Run Chromium without its sandbox, where it can't have one, as in many containers.")
    var withoutSandbox = false

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let folder = try DevCommand.folder(of: source)
            let files = try files(around: folder)
            guard let executable = BrowserOptions.find(chromium) else {
                throw Failure(
                    "There is no Chromium\(chromium.map { " at \($0)" } ?? ""). Install it, or name it with --chromium."
                )
            }
            var browser = BrowserOptions(executable: executable)
            browser.isSandboxed = !withoutSandbox
            browser.timeLimit = .seconds(300)
            let data = try DevelopmentFolder()
            defer { data.remove() }
            var options = DevelopmentOptions(folder: folder, data: data.url)
            options.presets = try DevelopmentPresets(of: folder)
            let runner = MiniAppTestRunner(options, browser: browser) { LocalPort.free() }
            var outcomes: [MiniAppTestRunner.Outcome] = []
            for file in files {
                let outcome = await runner.run(file)
                outcomes.append(outcome)
                if !result.json { print(Self.line(outcome)) }
                fflush(nil)
            }
            if result.json {
                try result.show(json: outcomes)
            } else {
                let failed = outcomes.count { $0.failure != nil }
                print(
                    failed == 0
                        ? "\(outcomes.count) \(outcomes.count == 1 ? "test" : "tests") passed."
                        : "\(failed) of \(outcomes.count) failed.")
            }
            if outcomes.contains(where: { $0.failure != nil }) { throw ExitCode(1) }
        }
    }

    private func files(around folder: URL) throws -> [URL] {
        if !tests.isEmpty { return tests.map { URL(filePath: $0) } }
        let places = MiniAppFolders.places(of: folder).map { $0.appending(path: "tests") }
        let files = places.flatMap { place in
            ((try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? [])
                .filter { $0.hasSuffix(".dev.json") }.sorted().map { place.appending(path: $0) }
        }
        guard !files.isEmpty else {
            throw Failure(
                "No tests were found. They are files named tests/….dev.json; docs/developing.md describes them.")
        }
        return files
    }

    private static func line(_ outcome: MiniAppTestRunner.Outcome) -> String {
        let seconds = String(format: "%.1f", outcome.seconds)
        let name = outcome.name.printable(most: 200)
        guard let failure = outcome.failure else { return "passed  \(name) (\(seconds) s)" }
        return "FAILED  \(name) (\(outcome.file.printable()), \(seconds) s)\n        \(failure.printable(most: 2_000))"
    }
}
