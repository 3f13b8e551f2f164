import Foundation

/// `atoll center` in a separate process.
public enum CenterProcess {
    /// The folder of the commands that were built with the tests.
    public static let binaries = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/debug")

    /// Starts a Center with `directory` as its folder, calls `body` with its URL, and stops it.
    public static func run<Result: Sendable>(
        _ directory: URL, _ body: @Sendable (URL) async throws -> Result
    ) async throws -> Result {
        try await run(directory) { address, _ in try await body(address) }
    }

    /// Like ``run(_:_:)``, but also passes `body` a function that kills the process, as a power cut would.
    public static func run<Result: Sendable>(
        _ directory: URL, _ body: @Sendable (URL, _ kill: @escaping @Sendable () -> Void) async throws -> Result
    ) async throws -> Result {
        let process = Process()
        process.executableURL = binaries.appending(path: "atoll")
        process.arguments = [
            "center", "serve", "--data", directory.path, "--port", "0", "--issuer", TestCenter.issuer, "--super-app",
            TestTrust.superApp, "--log-level",
            "critical",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            if process.isRunning { process.terminate() }
            process.waitUntilExit()
        }
        var text = ""
        while !text.contains("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CocoaError(.fileReadUnknown) }
            text += String(decoding: data, as: UTF8.self)
        }
        let address = text.split(separator: "\n")[0].split(separator: " ").last.flatMap { URL(string: String($0)) }
        let identifier = process.processIdentifier
        return try await body(address!) { kill(identifier, SIGKILL) }
    }
}
