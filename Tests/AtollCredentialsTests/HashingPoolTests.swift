import Dispatch
import Foundation
import Testing

@testable import AtollCredentials

@Suite("The hashing pool")
struct HashingPoolTests {
    @Test("Running and waiting work is limited, and the rest is rejected")
    func bounds() async throws {
        let pool = HashingPool(width: 2, queueLimit: 3)
        let gate = DispatchSemaphore(value: 0)
        let work = (0..<5).map { number in
            Task {
                try await pool.run {
                    gate.wait(); return number
                }
            }
        }
        while await pool.queued < 3 { await Task.yield() }
        await #expect(throws: HashingPoolBusy()) { try await pool.run { 0 } }
        for _ in work { gate.signal() }
        for (number, task) in work.enumerated() { #expect(try await task.value == number) }
        #expect(try await pool.run { 7 } == 7)
        #expect(
            HashingPoolBusy().description == "Too many people are signing in at the moment. Try again in a few seconds."
        )
    }

    @Test("Known callers come first, and have reserved places")
    func known() async throws {
        let pool = HashingPool(width: 1, queueLimit: 2, patience: .seconds(600))
        let gate = DispatchSemaphore(value: 0)
        let order = Order()
        let first = Task { try await pool.run { gate.wait() } }
        while await !pool.isBusy { await Task.yield() }
        let strangers = (0..<2).map { number in Task { try await pool.run { order.note("stranger \(number)") } } }
        while await pool.queued < 2 { await Task.yield() }
        await #expect(throws: HashingPoolBusy()) { try await pool.run {} }
        let known = Task {
            try await HashingPool.$caller.withValue(.init("ada", isKnown: true)) {
                try await pool.run { order.note("known") }
            }
        }
        while await pool.queued < 3 { await Task.yield() }
        gate.signal()
        try await first.value
        for task in strangers { try await task.value }
        try await known.value
        #expect(order.names.first == "known")
    }

    @Test("Many known callers who sign in again and again keep nobody out who does not")
    func rested() async throws {
        let time = Clock()
        let pool = HashingPool(width: 1, queueLimit: 2, patience: .seconds(600), now: { time.now })
        func run(as name: String, _ work: @escaping @Sendable () -> Void = {}) async throws {
            try await HashingPool.$caller.withValue(.init(name, isKnown: true)) { try await pool.run(work) }
        }
        let names = (0..<10).map { "account \($0)" }
        for name in names + names { try await run(as: name) }
        let gate = DispatchSemaphore(value: 0)
        let order = Order()
        let first = Task { try await run(as: "first") { gate.wait() } }
        while await !pool.isBusy { await Task.yield() }
        let again = names.map { name in Task { try await run(as: name) { order.note(name) } } }
        while await pool.queued < 10 { await Task.yield() }
        await #expect(throws: HashingPoolBusy()) { try await run(as: names[0]) }
        let ada = Task { try await run(as: "ada") { order.note("ada") } }
        // Takes the place of the last one.
        var refused = 0
        while refused == 0 {
            await Task.yield()
            refused = await pool.refused
        }
        gate.signal()
        try await first.value
        for task in again { _ = try? await task.value }
        try await ada.value
        #expect(order.names.first == "ada" && order.names.count == 10 && refused == 1)
        // A caller who has had no turn for 15 minutes comes before those who have just had one.
        time.advance(by: .seconds(901))
        for _ in 0..<2 { try await run(as: names[0]) }
        let second = Task { try await run(as: "second") { gate.wait() } }
        while await !pool.isBusy { await Task.yield() }
        let late = [names[0], names[1]].map { name in Task { try await run(as: name) { order.note("late " + name) } } }
        while await pool.queued < 2 { await Task.yield() }
        gate.signal()
        try await second.value
        for task in late { try await task.value }
        #expect(order.names.dropFirst(10).first == "late " + names[1])
    }

    @Test("Second places in a full queue are taken by callers without any")
    func newAccounts() async throws {
        let pool = HashingPool(width: 1, patience: .seconds(600))
        let gate = DispatchSemaphore(value: 0)
        func run(as name: String, _ work: @escaping @Sendable () -> Void = {}) async throws {
            try await HashingPool.$caller.withValue(.init(name, isKnown: true)) { try await pool.run(work) }
        }
        let first = Task { try await run(as: "first") { gate.wait() } }
        while await !pool.isBusy { await Task.yield() }
        var attempts: [Task<Void, any Error>] = []
        for name in (0..<40).map({ "account \($0 / 2)" }) {
            attempts.append(Task { try await run(as: name) })
            while await pool.queued < attempts.count { await Task.yield() }
        }
        let ada = Task { try await run(as: "ada") }
        while await pool.refused < 1 { await Task.yield() }
        gate.signal()
        try await first.value
        try await ada.value
        var refused = 0
        for attempt in attempts {
            do { try await attempt.value } catch is HashingPoolBusy { refused += 1 }
        }
        #expect(refused == 1)
    }

    @Test("A caller has at most two places")
    func fairness() async throws {
        let pool = HashingPool(width: 1, queueLimit: 32, patience: .seconds(600))
        let gate = DispatchSemaphore(value: 0)
        let own = (0..<2).map { _ in
            Task {
                try await HashingPool.$caller.withValue(.init("ben", isKnown: true)) {
                    try await pool.run { gate.wait() }
                }
            }
        }
        while await pool.queued < 1 { await Task.yield() }
        await #expect(throws: HashingPoolBusy()) {
            try await HashingPool.$caller.withValue(.init("ben", isKnown: true)) { try await pool.run {} }
        }
        let other = Task {
            try await HashingPool.$caller.withValue(.init("ada", isKnown: true)) { try await pool.run { 1 } }
        }
        while await pool.queued < 2 { await Task.yield() }
        for _ in own { gate.signal() }
        for task in own { try await task.value }
        #expect(try await other.value == 1)
        #expect(
            try await HashingPool.$caller.withValue(.init("ben", isKnown: true)) { try await pool.run { 2 } } == 2,
            "a place is free again once its work is done")
    }

    @Test("No caller waits longer than the pool's patience")
    func patience() async throws {
        let pool = HashingPool(width: 1, patience: .milliseconds(20))
        let gate = DispatchSemaphore(value: 0)
        let first = Task { try await pool.run { gate.wait() } }
        while await !pool.isBusy { await Task.yield() }
        await #expect(throws: HashingPoolBusy()) { try await pool.run {} }
        gate.signal()
        try await first.value
    }

    private final class Clock: @unchecked Sendable {
        // Safe: only accessed while `lock` is held.
        private let lock = NSLock()
        private var time = ContinuousClock.now
        var now: ContinuousClock.Instant { lock.withLock { time } }
        func advance(by duration: Duration) { lock.withLock { time += duration } }
    }

    private final class Order: @unchecked Sendable {
        // Safe: only accessed while `lock` is held.
        private let lock = NSLock()
        private var noted: [String] = []
        func note(_ name: String) { lock.withLock { noted.append(name) } }
        var names: [String] { lock.withLock { noted } }
    }

    @Test("A caller that is cancelled while it waits leaves the queue")
    func cancellation() async throws {
        let pool = HashingPool(width: 1, queueLimit: 1)
        let gate = DispatchSemaphore(value: 0)
        let first = Task { try await pool.run { gate.wait() } }
        while await !pool.isBusy { await Task.yield() }
        let second = Task { try await pool.run {} }
        while await pool.queued < 1 { await Task.yield() }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(await pool.queued == 0)
        gate.signal()
        _ = try? await first.value
        #expect(try await pool.run { 1 } == 1)
    }

    @Test("An error of the work is thrown to its caller, and the pool continues")
    func errors() async throws {
        let pool = HashingPool(width: 1)
        await #expect(throws: CancellationError.self) { try await pool.run { throw CancellationError() } }
        #expect(try await pool.run { 1 } == 1)
    }

    #if canImport(Glibc)
    @Test("The work has a lower priority than the rest of the process")
    func priority() async throws {
        let one = __priority_which_t(PRIO_PROCESS.rawValue)
        let nice = try await HashingPool(width: 1).run { getpriority(one, 0) }
        #expect(nice == min(19, getpriority(one, id_t(getpid())) + 2))
    }
    #endif

    @Test("The default width is half of the cores, and at least one")
    func width() {
        #expect(HashingPool().width >= 1)
        #expect(HashingPool(width: 0).width == 1)
        #expect(HashingPool().queueLimit == 32)
    }
}
