import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A Chromium controlled over a pipe with the DevTools protocol: JSON messages separated by zero bytes.
final class DevToolsPipe {
    private let process = Process()
    private let folder: URL
    private let input: FileHandle
    private let output: FileHandle
    private var received = Data()
    private var lastID = 0

    /// Starts a headless browser.
    ///
    /// - Throws: ``SnapshotError/noBrowser(_:)`` if it does not start.
    init(executable: URL) throws {
        guard FileManager.default.isExecutableFile(atPath: executable.path) else {
            throw SnapshotError.noBrowser(executable.path)
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "lagoon-browser-\(UUID().uuidString)")
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let pipes = ["in", "out"].map { folder.appending(path: $0).path }
        for pipe in pipes where mkfifo(pipe, 0o600) != 0 { throw SnapshotError.noBrowser(executable.path) }
        process.executableURL = URL(filePath: "/bin/sh")
        // The browser reads from descriptor 3 and writes to descriptor 4.
        process.arguments = [
            "-c", "exec \"$0\" \"$@\" 3<\"$PIPES/in\" 4>\"$PIPES/out\"", executable.path, "--headless",
            "--remote-debugging-pipe", "--no-sandbox", "--no-first-run", "--hide-scrollbars", "--mute-audio",
            "--force-color-profile=srgb",
            "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
            "--disable-renderer-backgrounding", "--disable-partial-raster", "--disable-gpu", "--num-raster-threads=1",
            "--user-data-dir=\(folder.appending(path: "profile").path)",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(["PIPES": folder.path]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let (write, read) = (open(pipes[0], O_WRONLY), open(pipes[1], O_RDONLY))
        guard write >= 0, read >= 0 else { throw SnapshotError.noBrowser(executable.path) }
        input = FileHandle(fileDescriptor: write, closeOnDealloc: true)
        output = FileHandle(fileDescriptor: read, closeOnDealloc: true)
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private struct Request<Parameters: Encodable>: Encodable {
        let id: Int
        let method: String
        let params: Parameters
        let sessionId: String?
    }

    private struct Reply: Decodable {
        struct Problem: Decodable { let message: String }
        let id: Int?
        let method: String?
        let sessionId: String?
        let error: Problem?
    }

    private struct Success<Result: Decodable>: Decodable { let result: Result }

    /// Calls a method, and waits for its result.
    func call<Result: Decodable>(
        _ method: String, _ parameters: some Encodable, session: String? = nil, as type: Result.Type = Result.self
    ) throws -> Result {
        lastID += 1
        var message = try JSONEncoder().encode(
            Request(id: lastID, method: method, params: parameters, sessionId: session))
        message.append(0)
        try input.write(contentsOf: message)
        while true {
            let message = try next(after: method)
            let reply = try JSONDecoder().decode(Reply.self, from: message)
            guard reply.id == lastID else { continue }
            if let error = reply.error { throw SnapshotError.browser(method, error.message) }
            return try JSONDecoder().decode(Success<Result>.self, from: message).result
        }
    }

    private func next(after method: String) throws -> Data {
        while true {
            if let end = received.firstIndex(of: 0) {
                let message = Data(received[..<end])
                received = Data(received[(end + 1)...])
                return message
            }
            var descriptor = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 30_000) > 0 else { throw SnapshotError.browser(method, "no response in 30 s") }
            let data = output.availableData
            guard !data.isEmpty else { throw SnapshotError.browser(method, "the browser has exited") }
            received.append(data)
        }
    }
}
