import AtollTestSupport
import Foundation
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import AtollCenter
@testable import AtollCenterAnswers
@testable import AtollCenterDomain

@Suite("Waiting for memory, turns and time")
struct UploadGateTests {
    @Test("Bodies are in memory together only as far as there is room, in the order in which they came")
    func capacity() async throws {
        let gate = UploadGate(capacity: 10_000_000)
        let inside = NIOLockedValueBox((now: 0, most: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let bytes = number.isMultiple(of: 4) ? 10_000_000 : 3_000_000
                group.addTask {
                    try await gate.pass(bytes: bytes) {
                        inside.withLockedValue { $0.now += bytes }
                        inside.withLockedValue { $0.most = max($0.most, $0.now) }
                        try await Task.sleep(for: .milliseconds(3))  // sleep: makes others wait
                        inside.withLockedValue { $0.now -= bytes }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(inside.withLockedValue { $0.most } <= 10_000_000)
    }

    @Test("Whoever waits for too long, or is cancelled, leaves, and the room is given back after an error")
    func patience() async throws {
        let gate = UploadGate(capacity: 5_000_000, patience: .milliseconds(100))
        try await Self.holding(gate) {
            await #expect(throws: Problem.self) { try await gate.pass(bytes: 1) {} }
        }
        let patient = UploadGate(capacity: 5_000_000, patience: Waiting.limit)
        try await Self.holding(patient) {
            let cancelled = Task { try await patient.pass(bytes: 1) {} }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
        }
        // Longer than everything that fits counts as everything.
        try await gate.pass(bytes: 50_000_000) {}
        struct Fault: Error {}
        await #expect(throws: Fault.self) { try await gate.pass(bytes: 5_000_000) { throw Fault() } }
        try await gate.pass(bytes: 5_000_000) {}
    }

    /// Calls `body` while all room of a gate is taken.
    private static func holding(_ gate: UploadGate, _ body: @Sendable () async throws -> Void) async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let holder = Task {
            try await gate.pass(bytes: 5_000_000) {
                enter.finish()
                for await _ in ended {}
            }
        }
        for await _ in entered {}
        try await body()
        end.finish()
        try await holder.value
    }

    @Test("Turns are taken one at a time, also by work that fails")
    func turns() async throws {
        let turns = AsyncTurns()
        let inside = NIOLockedValueBox(0)
        struct Fault: Error {}
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<30 {
                group.addTask {
                    try? await turns.run {
                        #expect(
                            inside.withLockedValue {
                                $0 += 1; return $0
                            } == 1)
                        await Task.yield()
                        inside.withLockedValue { $0 -= 1 }
                        if number.isMultiple(of: 3) { throw Fault() }
                    }
                }
            }
        }
    }

    /// Takes a turn for "a", which lasts until the continuation is finished.
    private static func hold(
        _ turns: AsyncTurns
    ) async -> (holder: Task<Void, any Error>, end: AsyncStream<Void>.Continuation) {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let holder = Task {
            try await turns.run(for: "a") {
                enter.finish()
                for await _ in ended {}
            }
        }
        for await _ in entered {}
        return (holder, end)
    }

    @Test("Those who wait take turns by their organization, and leave when they are cancelled or have waited too long")
    func fairTurns() async throws {
        let turns = AsyncTurns()
        let order = NIOLockedValueBox<[String]>([])
        let (holder, end) = await Self.hold(turns)
        var tasks: [Task<Void, any Error>] = []
        for (number, key) in ["a", "a", "a", "b", "c"].enumerated() {
            tasks.append(
                Task {
                    try await turns.run(for: key) { () -> Void in order.withLockedValue { $0.append("\(key)\(number)") }
                    }
                })
            try await until("it does not wait") { await turns.count == number + 1 }
        }
        let cancelled = Task { try await turns.run(for: "d") {} }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        end.finish()
        try await holder.value
        for task in tasks { try await task.value }
        #expect(order.withLockedValue { $0 } == ["b3", "c4", "a0", "a1", "a2"])

        let impatient = AsyncTurns(patience: .milliseconds(10))
        _ = try await impatient.run { await #expect(throws: TooManyWaiting.self) { try await impatient.run {} } }
        let full = AsyncTurns(maximumWaiting: 0)
        _ = try await full.run { await #expect(throws: TooManyWaiting.self) { try await full.run {} } }
    }

    @Test("Who comes to a full queue takes the place of those who have the most")
    func crowd() async throws {
        let turns = AsyncTurns(maximumWaiting: 6)
        let (holder, end) = await Self.hold(turns)
        let (served, refused) = (NIOLockedValueBox<[String]>([]), NIOLockedValueBox<[String]>([]))
        var tasks: [Task<Void, Never>] = []
        func come(_ key: String) {
            tasks.append(
                Task {
                    do {
                        try await turns.run(for: key) { () -> Void in served.withLockedValue { $0.append(key) } }
                    } catch {
                        refused.withLockedValue { $0.append(key) }
                    }
                })
        }
        for number in 1...6 {
            come(number <= 4 ? "many" : "few")
            try await until("it does not wait") { await turns.count == number }
        }
        for number in 1...2 {
            come("one more \(number)")
            try await until("nobody has made room") { refused.withLockedValue { $0.count } == number }
        }
        // As many as anybody has.
        come("few")
        try await until("it is not refused") { refused.withLockedValue { $0.count } == 3 }
        end.finish()
        try await holder.value
        for task in tasks { await task.value }
        #expect(refused.withLockedValue { $0 } == ["many", "many", "few"])
        #expect(served.withLockedValue { $0.sorted() } == ["few", "few", "many", "many", "one more 1", "one more 2"])
    }

    @Test("Two searches of one user run at a time, and nobody else waits for them")
    func shares() async throws {
        let limit = ShareLimit(width: 2, maximumWaiting: 2)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let running = NIOLockedValueBox(0)
        let tasks = (0..<4).map { _ in
            Task {
                try await limit.run(for: "ada") {
                    running.withLockedValue { $0 += 1 }
                    for await _ in ended {}
                }
            }
        }
        try await until("two don't run") { running.withLockedValue { $0 } == 2 }
        try await until("two don't wait") { await limit.count(of: "ada") == 2 }
        let error = await #expect(throws: Problem.self) { try await limit.run(for: "ada") {} }
        #expect(error?.status == .tooManyRequests)
        try await limit.run(for: "ben") {}
        for task in tasks { task.cancel() }
        try await until("those that were cancelled wait") { await limit.count(of: "ada") == 0 }
        end.finish()
        for task in tasks { _ = try? await task.value }
        try await limit.run(for: "ada") {}
        #expect(await limit.count(of: "ada") == 0)
    }

    @Test("One organization does not take all places of those who wait")
    func places() async throws {
        let turns = AsyncTurns(maximumWaiting: 100, perKey: 2)
        let (holder, end) = await Self.hold(turns)
        var tasks: [Task<Void, any Error>] = []
        for (number, key) in ["a", "a", "b"].enumerated() {
            if number == 2 {
                let error = await #expect(throws: TooManyWaiting.self) { try await turns.run(for: "a") {} }
                #expect(error?.problem.status == .serviceUnavailable)
            }
            tasks.append(Task { try await turns.run(for: key) {} })
            try await until("it does not wait") { await turns.count == number + 1 }
        }
        end.finish()
        try await holder.value
        for task in tasks { try await task.value }
    }

    @Test("A client that sends slowly keeps only its own organization waiting")
    func spool() async throws {
        let directory = try TemporaryDirectory()
        let spool = UploadSpool(directory.url.appending(path: "uploads"))
        let isDone = NIOLockedValueBox(0)
        var slow: [RequestBody.Source] = []
        var holders: [Task<Void, any Error>] = []
        // More than all places together: they wait for each other.
        for _ in 0..<40 {
            let (body, source) = RequestBody.makeStream()
            await source.yield(ByteBuffer(string: "a few bytes"))
            slow.append(source)
            holders.append(
                Task {
                    try await spool.receive(body, from: "acme", limit: 1_000, within: .seconds(3_600)) { _ in
                        isDone.withLockedValue { $0 += 1 }
                    }
                })
        }
        try await until("they do not wait") { await spool.users(of: "acme") == 40 }
        func receive(_ text: String) async throws -> Data? {
            try await spool.receive(
                RequestBody(buffer: ByteBuffer(string: text)), from: "other", limit: 5, within: Waiting.limit
            ) { try $0?.read() }
        }
        #expect(try await receive("whole") == Data("whole".utf8))
        #expect(try await receive("longer") == nil)
        #expect(isDone.withLockedValue { $0 } == 0)
        let (late, lateSource) = RequestBody.makeStream()
        await #expect(throws: Problem.self) {
            try await spool.receive(late, from: "other", limit: 5, within: .milliseconds(10)) { _ in }
        }
        lateSource.finish()
        for source in slow { source.finish() }
        for holder in holders { try await holder.value }
        #expect(isDone.withLockedValue { $0 } == 40)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory.url.appending(path: "uploads").path) == [])
    }

    @Test(
        "A trace is taken from a valid header only",
        arguments: [
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
            ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later", true),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", false),
            ("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
            ("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", false),
            ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e473\u{E9}-00f067aa0ba902b7-01", false),
            ("", false), ("---", false), (String(repeating: "0", count: 10_000), false),
        ])
    func trace(_ header: String, _ isValid: Bool) {
        #expect((TraceMiddleware.trace(of: header) != nil) == isValid)
    }
}
