import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A `lagoon` in a separate process.
final class LagoonProcess {
    private let process = Process()
    private let output = Pipe()
    /// The super app's URL, once it has been printed.
    private(set) var address: URL?

    /// The executable, next to the tests, which on a Mac are a bundle loaded by another program.
    static var executable: URL {
        let folders = Bundle.allBundles.map {
            $0.bundleURL.pathExtension == "xctest" ? $0.bundleURL.deletingLastPathComponent() : $0.bundleURL
        }
        let candidates = folders.map { $0.appending(path: "lagoon") }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
            ?? Bundle.main.bundleURL.appending(path: "lagoon")
    }

    /// These tests don't need pictures of pages, which take processor time.
    private static var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["CHROMIUM": "none"]) { $1 }
    }

    init(arguments: [String], data: URL, miniApps: URL) throws {
        process.executableURL = Self.executable
        process.arguments =
            arguments + ["--data", data.path, "--miniapps", miniApps.path, "--port", "0", "--center-port", "0"]
        process.environment = Self.environment
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Reads the output of the process until it contains the URL, or the process has ended.
    func waitForAddress() -> URL? {
        var text = ""
        while let data = try? output.fileHandleForReading.read(upToCount: 1), !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
            if text.hasSuffix("\n"), let start = text.range(of: "http://localhost:") {
                address = URL(string: String(text[start.lowerBound...].prefix { !$0.isWhitespace }))
                return address
            }
        }
        return nil
    }

    /// Kills the process immediately, like the system or a power failure.
    func kill() {
        systemKill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Asks the process to stop, and returns its exit status.
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Runs the executable until it exits.
    static func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaints = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: text, as: UTF8.self),
            String(decoding: complaints, as: UTF8.self)
        )
    }
}

/// The system's `kill`, which the method of the same name hides.
private func systemKill(_ process: Int32, _ signal: Int32) {
    _ = kill(process, signal)
}
