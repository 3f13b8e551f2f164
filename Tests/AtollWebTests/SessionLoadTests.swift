import AtollTestSupport
import Foundation
import Testing

@testable import AtollWeb

/// Takes minutes, and runs only with `make bench-load`, which sets `ATOLL_LOAD`.
@Suite("Sessions by the hundred thousand", .enabled(if: ProcessInfo.processInfo.environment["ATOLL_LOAD"] != nil))
struct SessionLoadTests {
    private static func memory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) / 1_024
    }

    @Test("100,000 sessions that have ended leave at most 64 MB in memory")
    func ended() async throws {
        let directory = try TemporaryDirectory()
        let clock = DateClock()
        let store = try SessionStore(directory: directory.url) { clock.now }
        let start = try Self.memory()
        for number in 0..<100_000 { _ = try await store.begin(for: User(id: "u-\(number)", name: "", roles: [])) }
        let most = try Self.memory() - start
        clock.advance(by: Session.idleLifetime)
        #expect(await store.removeEnded() == 100_000)
        let left = try Self.memory() - start
        print(
            "| 100,000 sessions started and ended | memory | | \(left) MB above the start (\(most) MB while they lasted) | |"
        )
        #expect(await store.count == 0)
        #expect(left <= 64)
    }
}
