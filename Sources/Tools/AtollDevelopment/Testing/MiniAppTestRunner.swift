import AtollChromium
import AtollPackages
import Foundation
import Logging
import NIOConcurrencyHelpers
import ServiceLifecycle

/// Runs tests of a mini app without a window: each in the real shell, with separate storage.
package struct MiniAppTestRunner: Sendable {
    /// The result of a test.
    package struct Outcome: Sendable, Encodable {
        /// The subject of the test.
        package let name: String
        /// The file.
        package let file: String
        /// The reason of the failure; nil if the test passed.
        package let failure: String?
        /// The duration, in seconds.
        package let seconds: Double
    }

    private let options: DevelopmentOptions
    private let browser: BrowserOptions
    private let freePort: @Sendable () -> Int?

    /// - Parameters:
    ///   - options: The mini app, and the folder for data.
    ///   - browser: The Chromium to run.
    ///   - freePort: Returns a port on which nothing listens.
    package init(_ options: DevelopmentOptions, browser: BrowserOptions, freePort: @escaping @Sendable () -> Int?) {
        self.options = options
        self.browser = browser
        self.freePort = freePort
    }

    /// Runs one test.
    package func run(_ file: URL) async -> Outcome {
        let start = ContinuousClock.now
        var name = file.lastPathComponent
        var failure: String?
        do {
            let test = try MiniAppTest(file)
            name = test.name
            try await run(test, beside: file)
        } catch {
            failure = "\(error)"
        }
        return Outcome(
            name: name, file: file.lastPathComponent, failure: failure,
            seconds: (ContinuousClock.now - start) / .seconds(1))
    }

    private func run(_ test: MiniAppTest, beside file: URL) async throws {
        var options = options
        guard let port = freePort() else { throw MiniAppTestError.notStarted("no port is free") }
        options.port = port
        options.data = options.data.appending(path: UUID().uuidString)
        let known = options.presets.users ?? DevelopmentUser.standard
        options.users = test.users.map { id in
            known.first { $0.id == id } ?? DevelopmentUser(id: id, name: id.capitalized)
        }
        options.granted = test.grant
        options.language = test.language
        options.presets.payments = test.payments ?? options.presets.payments
        let recording =
            try test.recording.map { try Self.calls(in: file.deletingLastPathComponent().appending(path: $0)) } ?? []
        let (news, continuation) = AsyncStream.makeStream(of: DevelopmentNews.self)
        var logger = Logger(label: "atoll.test")
        logger.logLevel = .critical
        let server = try await DevelopmentServer(options, logger: logger) { continuation.yield($0) }
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: server)], logger: logger))
        let (folder, data) = (options.folder, options.data)
        defer { try? FileManager.default.removeItem(at: data) }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                // Ends the stream for its reader when the server ends.
                defer { continuation.finish() }
                try await group.run()
            }
            tasks.addTask {
                defer { Task { await group.triggerGracefulShutdown() } }
                let package = try await Self.begun(news, folder)
                try await walk(test, recording, through: package, port: port)
            }
            do {
                for try await _ in tasks {}
            } catch {
                // The other task ends by itself, because the shutdown was triggered or the stream has ended.
                while (try? await tasks.next()) != nil {}
                throw error
            }
        }
    }

    /// Waits until the server listens and has read the folder.
    private static func begun(_ news: AsyncStream<DevelopmentNews>, _ folder: URL) async throws -> MiniAppPackage {
        var (isRunning, isRead) = (false, false)
        for await each in news {
            switch each {
            case .running: isRunning = true
            case .changed: isRead = true
            case .broken(let problem): throw MiniAppTestError.notStarted("\(problem.path ?? ""): \(problem.text)")
            case .mended, .findings, .report: break
            }
            if isRunning, isRead { return try MiniAppPackage(files: PackageFolder(folder).files()) }
        }
        throw MiniAppTestError.notStarted("the server has ended")
    }

    private func walk(
        _ test: MiniAppTest, _ recording: [String], through package: MiniAppPackage, port: Int
    ) async throws {
        let (browser, id, presets) = (browser, package.manifest.id.rawValue, options.presets.device)
        // The work runs in a thread, because it blocks while it waits for the browser.
        let work = { @Sendable in
            Result<Void, any Error> {
                let run = MiniAppTestRun(
                    test, device: test.device ?? presets, recording: recording, in: try Browser(browser), port: port)
                defer { run.close() }
                try run.run(miniApp: id)
            }
        }
        try await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: work()) }
            thread.stackSize = 8 << 20
            thread.start()
        }.get()
    }

    /// The calls in a recording, each as JSON.
    private static func calls(in file: URL) throws -> [String] {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            throw MiniAppTestError.unreadable(file.lastPathComponent, "The recording is missing.")
        }
        let lines = text.split(separator: "\n").map(String.init)
        guard lines.allSatisfy({ (try? JSONSerialization.jsonObject(with: Data($0.utf8))) is [String: Any] }) else {
            throw MiniAppTestError.unreadable(file.lastPathComponent, "A recording has a call in each line.")
        }
        return lines
    }
}
