import NIOConcurrencyHelpers
import Testing

@testable import AtollCenter

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
                        try await Task.sleep(for: .milliseconds(3))
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
        let holder = Task { try await gate.pass(bytes: 5_000_000) { try await Task.sleep(for: .seconds(2)) } }
        try await Task.sleep(for: .milliseconds(50))
        await #expect(throws: Problem.self) { try await gate.pass(bytes: 1) {} }
        let cancelled = Task { try await gate.pass(bytes: 1) {} }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        holder.cancel()
        _ = try? await holder.value
        // Longer than everything that fits counts as everything.
        try await gate.pass(bytes: 50_000_000) {}
        struct Fault: Error {}
        await #expect(throws: Fault.self) { try await gate.pass(bytes: 5_000_000) { throw Fault() } }
        try await gate.pass(bytes: 5_000_000) {}
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
