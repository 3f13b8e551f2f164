import AtollDevelopment
import AtollTerminal
import Foundation
import NIOConcurrencyHelpers
import PrintableText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The output of `atoll dev`: the address, each change, and each error once.
final class DevelopmentTerminal: Sendable {
    private struct State {
        var address = ""
        var shown: Set<String> = []
        var findings: [FolderProblem] = []
        var hasRun = false
        var isDrawing = false
    }

    private let state = NIOLockedValueBox(State())
    private let opensBrowser: Bool
    private let source: String
    private let result: ResultOptions
    private static let maximumShown = 10_000

    init(opensBrowser: Bool, source: String, _ result: ResultOptions) {
        self.result = result
        self.opensBrowser = opensBrowser
        self.source = source
    }

    func take(_ news: DevelopmentNews) {
        if case .changed = news, isFirstReading() { return }
        guard !result.json else { return result.show(news.members, lines: []) }
        switch news {
        case .running(let address):
            state.withLockedValue { $0.address = address }
            print("\(source) is shown at \(address)")
            if isatty(STDIN_FILENO) == 1 {
                print(
                    "Keys: r reload, o open, u next user, d dark or light, l next language, p ask for permissions again,"
                )
                print("      c check, s pictures of all pages, q quit")
            }
            fflush(nil)
            if opensBrowser, isatty(STDOUT_FILENO) == 1 { Self.open(address) }
        case .changed(let paths, let change, let time):
            let files =
                paths.prefix(3).map { $0.printable() }.joined(separator: ", ")
                + (paths.count > 3 ? " and \(paths.count - 3) more" : "")
            let what = change == .looks ? "swapped" : "reloaded"
            line("\(files): \(what) (\(Int(time / .milliseconds(1))) ms)")
        // Printed each time, because the folder was a mini app in between.
        case .broken(let problem): line(Self.indented(Self.text(of: problem)))
        case .mended: line("The folder is a mini app again.")
        case .findings(let findings):
            state.withLockedValue { $0.findings = findings }
            show(findings.filter { $0.severity == .block })
        case .report(let report):
            let place = report.path.map { "\($0)\(report.line.map { ":\($0)" } ?? ""): " } ?? ""
            once("\(report.user): \(place)\(report.kind.rawValue): \(report.text)")
        }
    }

    /// Whether nothing has been read before. The first reading is not a change.
    private func isFirstReading() -> Bool {
        state.withLockedValue { state in
            defer { state.hasRun = true }
            return !state.hasRun
        }
    }

    /// Prints that pictures are being made.
    ///
    /// - Returns: false if pictures are being made already. Only one browser runs at a time.
    func beginPictures() -> Bool {
        let isFree = state.withLockedValue { state in
            defer { state.isDrawing = true }
            return !state.isDrawing
        }
        line(isFree ? "Making pictures of all pages …" : "Pictures are being made already.")
        return isFree
    }

    /// Prints where the pictures are, or why there are none.
    func endPictures(_ text: String) {
        state.withLockedValue { $0.isDrawing = false }
        line(Self.indented(text))
    }

    /// Handles a key.
    ///
    /// - Returns: The action for the pages, or `nil` if there is none.
    func press(_ key: Character) -> String? {
        switch key {
        case "r": return "reload"
        case "u": return "user"
        case "d": return "theme"
        case "l": return "language"
        case "p": return "permissions"
        case "o": Self.open(state.withLockedValue { $0.address })
        case "c":
            let findings = state.withLockedValue { $0.findings }
            for finding in findings { print(Self.text(of: finding)) }
            print(findings.isEmpty ? "The checks find nothing." : "\(findings.count) findings.")
            fflush(nil)
        default: break
        }
        return nil
    }

    private func show(_ problems: [FolderProblem]) { for problem in problems { once(Self.text(of: problem)) } }

    private static func text(of problem: FolderProblem) -> String {
        var place = problem.path ?? ""
        if let line = problem.line { place += ":\(line)" }
        let lines = [
            "\(place.isEmpty ? "" : place + ": ")\(problem.code): \(problem.text)",
            problem.excerpt.isEmpty ? nil : "    > \(problem.excerpt)",
            problem.advice.isEmpty ? nil : "    \(problem.advice)",
        ]
        return lines.compactMap(\.self).joined(separator: "\n")
    }

    /// Indents the later lines of a text, so that they do not look like output of the command itself.
    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).prefix(20)
            .map { $0.count > 1_000 ? $0.prefix(1_000) + "…" : $0 }.joined(separator: "\n    ")
    }

    /// Prints a text unless it was printed before.
    private func once(_ text: String) {
        let text = Self.indented(text)
        let isNew = state.withLockedValue { state in
            if state.shown.count >= Self.maximumShown { state.shown = [] }
            return state.shown.insert(text).inserted
        }
        if isNew { line(text) }
    }

    private func line(_ text: String) {
        print(text)
        fflush(nil)
    }

    /// Opens the default browser, if there is one.
    private static func open(_ address: String) {
        #if canImport(Darwin)
        let program = "/usr/bin/open"
        #else
        let program = "/usr/bin/xdg-open"
        #endif
        guard FileManager.default.isExecutableFile(atPath: program) else { return }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [address]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
