import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A server that a script runs for as long as its input is open, so that it ends with the tests, however they end.
public final class TestServer: Sendable {
    /// The port on the loopback interface.
    public let port: Int
    /// The handle that ends the server; `nil` if another process does.
    private let running: (input: Pipe, process: Process, directory: TemporaryDirectory)?

    /// A PostgreSQL: that of the whole run, or one for all tests of this process, started when the first one asks for
    /// it.
    public static let postgres = Result {
        try shared("ATOLL_TEST_POSTGRES")
            ?? TestServer(
                "postgres",
                settings: ["fsync=off", "max_connections=500", "shared_preload_libraries=pg_stat_statements"])
    }

    /// An S3-compatible store, in the same way.
    public static let objects = Result {
        try shared("ATOLL_TEST_OBJECTS") ?? TestServer("object-store", ports: (0...5).flatMap { [$0, $0 + 10_000] })
    }

    /// The server that `scripts/test` has started for the whole run, whose port the environment has.
    private static func shared(_ name: String) -> TestServer? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }.map(TestServer.init(port:))
    }

    private init(port: Int) {
        self.port = port
        running = nil
    }

    struct NotStarted: Error, CustomStringConvertible {
        let name: String
        var description: String { "scripts/\(name) did not start its server; what it printed is above." }
    }

    /// Runs `scripts/name` and waits until its server is ready.
    ///
    /// - Parameter ports: The ports that the server takes, above the first one.
    public init(_ name: String, ports: [Int] = [0], settings: [String] = []) throws {
        let directory = try TemporaryDirectory()
        // The server may run as another user.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.url.path)
        port = try Self.freePort(with: ports)
        let (input, process) = (Pipe(), Process())
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../scripts/\(name)").standardizedFileURL
        process.executableURL = script
        process.arguments = [directory.url.path, "\(port)"] + settings
        // The script removes the data: this object may live until the process ends, and then nothing of it is called.
        process.environment = ProcessInfo.processInfo.environment.merging(["REMOVE_DATA": "1"]) { $1 }
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = output.fileHandleForReading.availableData
        guard String(decoding: line, as: UTF8.self).hasPrefix("ready") else { throw NotStarted(name: name) }
        running = (input, process, directory)
    }

    deinit {
        try? running?.input.fileHandleForWriting.close()
        running?.process.waitUntilExit()
    }

    /// A port below those that the system gives out by itself, where the others are free too.
    static func freePort(with offsets: [Int]) throws -> Int {
        for _ in 0..<100 {
            let port = Int.random(in: 12_000..<22_000)
            if offsets.allSatisfy({ isFree(port + $0) }) { return port }
        }
        throw POSIXError(.EADDRINUSE)
    }

    private static func isFree(_ port: Int) -> Bool {
        #if os(Linux)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
