import AtollHome
import AtollTestSupport
import Foundation
import Testing

@Suite("The policy and memory of a home")
struct PolicyTests {
    private static let start = Date(timeIntervalSince1970: 1_795_262_400)

    private func home(
        _ policy: HomePolicy, _ memory: any HomeMemory = InMemoryHomeMemory(), clock: HomeClock = HomeClock(),
        report: @escaping @Sendable (HomeProblem) -> Void = { _ in }
    ) throws -> Home<Flag> {
        clock.set(Self.start)
        let rules = HomeRules<Flag> { Show("a", "b", "c", "d") }
        return Home(rules: rules, policy: policy, memory: memory, clock: clock, report: report) {
            HomeInput<Flag>("none", [])
        }
    }

    @Test("A module is hidden once opened, if the policy says so, and a dismissed one comes back after its time")
    func openedAndDismissed() async throws {
        let clock = HomeClock()
        let home = try home(
            HomePolicy(caps: [
                "a": .init(untilOpened: true), "b": .init(dismissedFor: 0), "c": .init(dismissedFor: 2),
            ]), clock: clock)
        #expect(await home.state().word == "abcd")
        for module in ["a", "b", "c", "d"] as [Letter] {
            await home.note(.opened, module)
            await home.note(.dismissed, module)
        }
        let state = await home.state()
        #expect(state.word == "d", "a module that can't be dismissed stays")
        #expect(state.hidden["a"] == .opened)
        #expect(state.hidden["b"] == .dismissed(until: nil))
        clock.set(Self.start.addingTimeInterval(3 * 86_400))
        #expect(await home.state().word == "cd")
    }

    @Test("A cap counts days, not views; a clock that jumps back does not add days")
    func caps() async throws {
        let clock = HomeClock()
        let home = try home(HomePolicy(caps: ["a": .init(maxDays: 2)]), clock: clock)
        for _ in 0..<5 { await home.note(.shown, "a") }
        #expect(await home.state().word == "abcd")
        clock.set(Self.start.addingTimeInterval(86_400))
        await home.note(.shown, "a")
        #expect(await home.state().word == "abcd", "for the rest of the second day")
        clock.set(Self.start)
        await home.note(.shown, "a")
        clock.set(Self.start.addingTimeInterval(2 * 86_400))
        let state = await home.state()
        #expect(state.word == "bcd")
        #expect(state.hidden["a"] == .capped(days: 2))
    }

    @Test("A configuration reorders the modules that it names among their positions, and switches modules off")
    func order() async throws {
        let home = try home(HomePolicy(order: ["d", "a"], off: ["b"]))
        #expect(await home.state().word == "dca")
        await home.set(HomePolicy())
        #expect(await home.state().word == "abcd")
    }

    @Test("An unknown module in a configuration is reported, and the rest of the configuration applies")
    func unknown() async throws {
        let problems = Problems()
        let home = try home(HomePolicy(order: ["z", "c", "a"]), report: { problems.note($0) })
        #expect(await home.state().word == "cbad")
        #expect(problems.all == [.unknownModule("z")])
    }

    @Test("Records outlast the process, and a damaged file counts as empty")
    func file() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "deep/seen.json")
        let policy = HomePolicy(caps: ["a": .init(untilOpened: true)])
        await (try home(policy, FileHomeMemory(file: file))).note(.opened, "a")
        #expect(await (try home(policy, FileHomeMemory(file: file))).state().word == "bcd")
        try Data("{\"a\": 7".utf8).write(to: file)
        #expect(await (try home(policy, FileHomeMemory(file: file))).state().word == "abcd")
        let again = try home(policy, FileHomeMemory(file: file))
        await again.note(.opened, "a")
        try await again.forget()
        #expect(await again.state().word == "abcd")
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A memory that can't be written is reported, and the home continues")
    func brokenMemory() async throws {
        let directory = try TemporaryDirectory()
        let blocked = directory.url.appending(path: "file")
        try Data().write(to: blocked)
        let problems = Problems()
        let memory = FileHomeMemory(file: blocked.appending(path: "seen.json"))
        let home = try home(HomePolicy(), memory, report: { problems.note($0) })
        await home.note(.opened, "a")
        #expect(await home.state().word == "abcd")
        guard case .memory? = problems.all.first else {
            Issue.record("\(problems.all)")
            return
        }
    }

    @Test("A policy is decoded from JSON in which every member is optional")
    func json() throws {
        func policy(_ text: String) throws -> HomePolicy {
            try JSONDecoder().decode(HomePolicy.self, from: Data(text.utf8))
        }
        #expect(try policy("{}") == HomePolicy())
        #expect(
            try policy(#"{"caps": {"a": {"maxDays": 3}}, "off": ["b"]}"#)
                == HomePolicy(caps: ["a": .init(maxDays: 3)], off: ["b"]))
        #expect(throws: DecodingError.self) { try policy(#"{"caps": {"a": {"maxDays": "many"}}}"#) }
    }

    @Test("Content is found by its module, in whatever order it was declared; other modules have none")
    func content() {
        let content = HomeContent<Letter, Int> {
            HomeItem(3, for: ["c"])
            if true { HomeItem(1, for: ["a", "b"]) }
        }
        #expect([content["a"], content["b"], content["c"], content["d"]] == [1, 1, 3, nil])
        #expect(content.missing(of: ["d", "a"]) == ["d"])
    }

    private final class Problems: @unchecked Sendable {
        private let lock = NSLock()
        // Safe: only touched while `lock` is held.
        private var found: [HomeProblem] = []
        func note(_ problem: HomeProblem) { lock.withLock { found.append(problem) } }
        var all: [HomeProblem] { lock.withLock { found } }
    }
}
