import AtollCenter
import Foundation

/// A Center in a separate process, which is killed and started again on the same port.
///
/// `@unchecked Sendable`: the process is only replaced with the lock, which the compiler can't verify.
package final class RestartableCenter: @unchecked Sendable {
    package let address: URL
    private let arguments: [String]
    private let environment: [String: String]
    private let lock = NSLock()
    private var process: Process?

    /// A Center that shares its storage with others.
    ///
    /// - Parameters:
    ///   - environment: ``SharedStorage/environment``.
    ///   - keys: The folder of the Center's keys.
    package convenience init(_ environment: [String: String], keys: URL, role: CenterRole = .all) throws {
        try self.init(["--role", role.rawValue] + (role.signs ? ["--keys", keys.path] : []), environment)
    }

    /// A Center with a folder.
    package convenience init(_ directory: URL) throws {
        try self.init(["--data", directory.path], [:])
    }

    private init(_ place: [String], _ environment: [String: String]) throws {
        let port = try TestServer.freePort(with: [0])
        address = URL(string: "http://127.0.0.1:\(port)")!
        arguments =
            [
                "center", "serve", "--port", "\(port)", "--issuer", TestCenter.issuer, "--super-app",
                TestTrust.superApp, "--log-level", "error",
            ] + place
        self.environment = environment
    }

    /// Starts the process, and waits until it listens.
    package func start() throws {
        let process = Process()
        process.executableURL = CenterProcess.binaries.appending(path: "atoll")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        if ProcessInfo.processInfo.environment["ATOLL_TEST_LOG"] == nil {
            process.standardError = FileHandle.nullDevice
        }
        try process.run()
        guard !output.fileHandleForReading.availableData.isEmpty else { throw CocoaError(.executableLoad) }
        lock.withLock { self.process = process }
    }

    /// Kills the process, as a power cut would.
    package func kill() {
        guard let process = lock.withLock({ process }) else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Stops the process.
    package func stop() {
        guard let process = lock.withLock({ process }), process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    /// The memory that it uses, and has used at most, in bytes, as Linux tells.
    package var memory: (now: Int, most: Int)? {
        guard let process = lock.withLock({ process }),
            let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        else { return nil }
        func value(_ name: String) -> Int {
            let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
            return (line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
        }
        return (value("VmRSS"), value("VmHWM"))
    }

    /// The processor time that it has used, in seconds, as Linux tells.
    package var processorTime: Double? {
        guard let process = lock.withLock({ process }),
            let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8),
            let fields = text.split(separator: ")").last?.split(separator: " "), fields.count > 12,
            let user = Double(fields[11]), let system = Double(fields[12])
        else { return nil }
        return (user + system) / 100
    }
}
