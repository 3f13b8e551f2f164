import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A Chromium controlled over a pipe with the DevTools protocol: JSON messages separated by zero bytes.
///
/// It belongs to one thread, which waits for each answer. Events that arrive in the meantime go to ``onEvent``.
///
/// ```swift
/// let browser = try Browser(BrowserOptions(executable: URL(filePath: "/usr/bin/chromium")))
/// let page = try BrowserPage(browser)
/// try page.go(to: "https://example.org")
/// let png = try page.picture()
/// ```
public final class Browser {
    /// Called on the browser's thread with each event that the browser sends.
    public var onEvent: (BrowserEvent) throws -> Void = { _ in }

    private let process: BrowserProcess
    private let options: BrowserOptions
    private let deadline: ContinuousClock.Instant?
    private var received = Data()
    /// The number of bytes at the start of ``received`` that are known to contain no end of a message.
    private var searched = 0
    private var lastID = 0
    private var events = 0
    private var memoryChecked = ContinuousClock.now
    private var memoryCounted = ContinuousClock.now
    private var diskChecked = ContinuousClock.now

    /// Whether it has answered once. Until then, a busy machine may still be reading its program from disk.
    private var hasStarted = false

    /// The timeout of one method. It is shorter if the browser as a whole has a deadline.
    private var patience: Duration { deadline == nil || !hasStarted ? .seconds(30) : .seconds(10) }
    /// The maximum length of a message in bytes, and the maximum number of events.
    private static let maximumMessage = 64 << 20
    private static let maximumEvents = 50_000

    /// Starts a headless browser.
    ///
    /// - Throws: ``BrowserError/noBrowser(_:)`` if it isn't installed; ``BrowserError/noStart(path:reason:)`` if it
    ///   exits immediately, or does not answer within 30 s.
    public init(_ options: BrowserOptions) throws {
        self.options = options
        deadline = options.timeLimit.map { ContinuousClock.now + $0 }
        process = try BrowserProcess(options)
        do {
            struct Version: Decodable {}
            _ = try call("Browser.getVersion", NoParameters(), as: Version.self)
        } catch BrowserError.refused(_, let reason) {
            throw noStart(reason)
        } catch BrowserError.noAnswer {
            throw noStart("no response in time")
        } catch BrowserError.exited {
            throw noStart("it exits immediately")
        }
        hasStarted = true
    }

    private func noStart(_ reason: String) -> BrowserError {
        // Without user namespaces, its sandbox can't be created.
        let words = process.lastWords
        let said = words.isEmpty ? "" : "; it says: \(words)"
        return .noStart(
            path: options.executable.path,
            reason: (options.isSandboxed ? "with its sandbox, \(reason)" : reason) + said)
    }

    /// The last lines of its error output, in one line; empty if there is no output.
    public var lastWords: String { process.lastWords }

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
    ///
    /// - Parameter limit: The maximum wait; nil for the timeout of all calls.
    /// - Throws: ``BrowserError``.
    public func call<Result: Decodable>(
        _ method: String, _ parameters: some Encodable, session: String? = nil, within limit: Duration? = nil,
        as type: Result.Type = Result.self
    ) throws -> Result {
        let id = try write(method, parameters, session)
        let end = ContinuousClock.now + (limit ?? patience)
        while let message = try next(after: method, until: end, isNeeded: true) {
            let reply = try JSONDecoder().decode(Reply.self, from: message)
            guard reply.id == id else {
                try take(reply, message)
                continue
            }
            if let error = reply.error { throw BrowserError.refused(method: method, reason: error.message) }
            return try JSONDecoder().decode(Success<Result>.self, from: message).result
        }
        throw BrowserError.noAnswer(method: method)
    }

    /// Calls a method without waiting for its result.
    public func send(_ method: String, _ parameters: some Encodable, session: String? = nil) throws {
        _ = try write(method, parameters, session)
    }

    /// Listens to the browser until a condition holds, or for a time.
    ///
    /// - Returns: Whether the condition holds.
    public func listen(for time: Duration, until isDone: () -> Bool) throws -> Bool {
        let end = ContinuousClock.now + time
        while !isDone() {
            guard let message = try next(after: "listening", until: end, isNeeded: false) else { return isDone() }
            try take(JSONDecoder().decode(Reply.self, from: message), message)
        }
        return true
    }

    private func take(_ reply: Reply, _ message: Data) throws {
        guard let method = reply.method else { return }
        events += 1
        guard events <= Self.maximumEvents || deadline == nil else { throw BrowserError.flood }
        try onEvent(BrowserEvent(method: method, session: reply.sessionId, message: message))
    }

    private func write(_ method: String, _ parameters: some Encodable, _ session: String?) throws -> Int {
        lastID += 1
        var message = [UInt8](
            try JSONEncoder().encode(Request(id: lastID, method: method, params: parameters, sessionId: session)))
        message.append(0)
        let end = ContinuousClock.now + patience
        var sent = 0
        while sent < message.count {
            let count = message[sent...].withUnsafeBytes { systemWrite(process.input, $0.baseAddress, $0.count) }
            if count > 0 {
                sent += count
            } else if count < 0, errno == EAGAIN {
                // The browser may be waiting for this side to read.
                let can = try wait(for: Int16(POLLOUT | POLLIN), until: end)
                guard can else { throw BrowserError.refused(method: method, reason: "it accepts no more input") }
                try receive()
            } else if count < 0, errno != EINTR {
                throw BrowserError.exited
            }
        }
        return lastID
    }

    /// The next message, or nil if none arrives by `end`.
    private func next(
        after method: String, until end: ContinuousClock.Instant, isNeeded: Bool
    ) throws -> Data? {
        while true {
            if let message = takeMessage() { return message }
            guard try wait(for: Int16(POLLIN), until: end) else {
                guard isNeeded else { return nil }
                throw BrowserError.noAnswer(method: method)
            }
            try receive()
        }
    }

    private func takeMessage() -> Data? {
        let start = received.startIndex
        guard let end = received[(start + searched)...].firstIndex(of: 0) else {
            searched = received.count
            return nil
        }
        let message = LoneSurrogates.replaced(in: Data(received[start..<end]))
        received.removeSubrange(start...end)
        searched = 0
        return message
    }

    private func receive() throws {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(process.output, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { throw BrowserError.exited }
        received.append(contentsOf: bytes[..<count])
        guard received.count <= Self.maximumMessage else { throw BrowserError.flood }
    }

    /// Waits for the pipes until `end`, and checks the browser's limits on time, memory and disk in the meantime.
    private func wait(for events: Int16, until end: ContinuousClock.Instant) throws -> Bool {
        while true {
            let now = ContinuousClock.now
            if options.stop?.isStopped ?? false { throw BrowserError.stopped }
            if let deadline, now >= deadline { throw BrowserError.late }
            if memoryChecked.duration(to: now) > .milliseconds(100) {
                memoryChecked = now
                let isExact = memoryCounted.duration(to: now) > .seconds(2)
                if isExact { memoryCounted = now }
                if let limit = options.memoryLimit, process.takesMoreMemory(than: limit, isExact: isExact) {
                    throw BrowserError.memory(limit: limit)
                }
            }
            if diskChecked.duration(to: now) > .milliseconds(500) {
                diskChecked = now
                if let limit = options.diskLimit, process.diskUse > limit { throw BrowserError.disk(limit: limit) }
            }
            var pipes = [pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)]
            if events & Int16(POLLOUT) != 0 {
                pipes.append(pollfd(fd: process.input, events: Int16(POLLOUT), revents: 0))
            }
            if poll(&pipes, nfds_t(pipes.count), 100) > 0 { return true }
            guard now < end else { return false }
        }
    }
}

/// The system's `write`, which a method of this name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
