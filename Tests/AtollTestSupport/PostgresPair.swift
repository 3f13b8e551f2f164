import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A PostgreSQL and a standby that follows it, for a test that has one fail over to the other.
package final class PostgresPair: Sendable {
    /// The hosts and ports of both, as they are in an address.
    package let hosts: String
    private let directory: TemporaryDirectory
    private let process: Process
    private let input: Pipe
    private let output: Pipe

    /// The commands for them; see `scripts/postgres-pair`.
    package enum Command: String {
        case kill, promote, asynchronous, detach
    }

    /// Starts both, and waits until one follows the other.
    package init() throws {
        directory = try TemporaryDirectory()
        // The server may run as another user.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.url.path)
        let port = try TestServer.freePort(with: [0, 1])
        hosts = "127.0.0.1:\(port),127.0.0.1:\(port + 1)"
        input = Pipe()
        output = Pipe()
        process = Process()
        process.executableURL =
            URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../scripts/postgres-pair").standardizedFileURL
        process.arguments = [directory.url.appending(path: "pair").path, "\(port)", "\(port + 1)"]
        process.environment = ProcessInfo.processInfo.environment.merging(["REMOVE_DATA": "1"]) { $1 }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try wait(for: "ready")
    }

    /// Does something to them, and waits until it is done.
    package func tell(_ command: Command) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((command.rawValue + "\n").utf8))
        try wait(for: "done")
    }

    /// Waits for a line of the script. A script that has ended may not end its output: what another test has started in
    /// the meantime may hold it open.
    private func wait(for answer: String) throws {
        let descriptor = output.fileHandleForReading.fileDescriptor
        for _ in 0..<600 {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&ready, 1, 100) > 0 {
                let line = output.fileHandleForReading.availableData
                guard String(decoding: line, as: UTF8.self).hasPrefix(answer) else { break }
                return
            }
            guard process.isRunning else { break }
        }
        throw TestServer.NotStarted(name: "postgres-pair")
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
