import AtollHome
import AtollTestSupport
import Foundation
import Testing

@Suite("Following a home")
struct HomeTests {
    /// Flags that a test sets, and a signal with them.
    private actor Source {
        nonisolated let signal = HomeSignal()
        var flags: Flag = []
        private(set) var reads = 0
        var fails = false

        func set(_ flags: Flag) {
            self.flags = flags
            signal.send()
        }

        func fail(_ fails: Bool) {
            self.fails = fails
            signal.send()
        }

        func read() throws -> Flag {
            reads += 1
            if fails { throw CocoaError(.fileReadUnknown) }
            return flags
        }
    }

    private actor Problems {
        private(set) var all: [HomeProblem] = []
        func note(_ problem: HomeProblem) { all.append(problem) }
    }

    private static func rules() -> HomeRules<Flag> {
        HomeRules {
            When(.one) { Show("a") }
            When(.two) { Show("b") }
            When(.three) { Show("c") }
        }
    }

    @Test("The state is the union of all inputs' flags, both initially and after changes")
    func union() async throws {
        let (one, two) = (Source(), Source())
        await one.set(.one)
        let home = Home(rules: Self.rules()) {
            HomeInput("one", on: one.signal) { try await one.read() }
            HomeInput("two", on: two.signal) { try await two.read() }
            HomeInput<Flag>("three", .three)
        }
        #expect(await home.state().word == "ac")
        await two.set(.two)
        #expect(await home.state().word == "abc", "asking for the state asks the inputs again")
        var states = await home.states().makeAsyncIterator()
        #expect(await states.next()?.word == "abc")
        await one.set([])
        #expect(await states.next()?.word == "bc")
    }

    @Test("Sequences of flags are merged; the last flags of one that fails or ends stay in effect")
    func publishers() async throws {
        let problems = Problems()
        let (ones, tellOne) = AsyncThrowingStream<Flag, any Error>.makeStream()
        let (twos, tellTwo) = AsyncStream<Int>.makeStream()
        let pace = Home<Flag>.Pace(patience: Waiting.limit)
        let home = Home(rules: Self.rules(), pace: pace, report: { problem in Task { await problems.note(problem) } }) {
            HomeInput<Flag>("one", ones)
            HomeInput("two", twos) { number in number > 1 ? .two : [] }
        }
        tellOne.yield(.one)
        tellTwo.yield(0)
        var states = await home.states().makeAsyncIterator()
        #expect(await states.next()?.word == "a")
        tellTwo.yield(2)
        #expect(await states.next()?.word == "ab")
        tellOne.finish(throwing: CocoaError(.fileReadUnknown))
        try await until("the failure is reported") { await !problems.all.isEmpty }
        tellTwo.yield(0)
        #expect(await states.next()?.word == "a")
        tellTwo.finish()
        #expect(await home.state().word == "a")
        guard case .input("one", _)? = await problems.all.first else {
            Issue.record("\(await problems.all)")
            return
        }
    }

    @Test("Inputs that change together make one update")
    func coalescing() async throws {
        let sources = (0..<3).map { _ in Source() }
        // Longer than the three changes take on a busy machine.
        let home = Home(rules: Self.rules(), pace: .init(settle: .seconds(2))) {
            sources.enumerated().map { index, source in
                HomeInput<Flag>("\(index)", on: source.signal) { try await source.read() }
            }
        }
        var states = await home.states().makeAsyncIterator()
        #expect(await states.next()?.word == "")
        for (source, flag) in zip(sources, [Flag.one, .two, .three]) { await source.set(flag) }
        #expect(await states.next()?.word == "abc", "not a first, then ab")
    }

    @Test("A flood of changes causes few updates, and the input is asked no more often")
    func flood() async throws {
        let source = Source()
        let home = Home(rules: Self.rules()) {
            HomeInput<Flag>("flood", on: source.signal) { try await source.read() }
        }
        let stream = await home.states()
        let counting = Task {
            var count = 0
            for await _ in stream { count += 1 }
            return count
        }
        let start = ContinuousClock.now
        for number in 0..<5_000 {
            await source.set(number % 2 == 0 ? .one : .two)
            if number % 100 == 0 { try await Task.sleep(for: .milliseconds(5)) }  // sleep: changes come in bursts
        }
        await source.set(.three)
        let seconds =
            Double((ContinuousClock.now - start).components.attoseconds) / 1e18
            + Double((ContinuousClock.now - start).components.seconds)
        try await until("the last change is seen") { await home.state().word == "c" }
        try await Task.sleep(for: .milliseconds(60))  // sleep: changes come in bursts
        counting.cancel()
        let updates = await counting.value
        #expect(updates >= 1)
        #expect(Double(updates) <= (seconds + 0.5) * 60, "\(updates) updates in \(seconds) s")
        #expect(await source.reads < 2_000)
    }

    @Test("The home does not wait long for an input that reports nothing, and reports it")
    func silence() async throws {
        let problems = Problems()
        let (silent, continuation) = AsyncStream<Flag>.makeStream()
        let home = Home(
            rules: Self.rules(), pace: .init(patience: .milliseconds(50)),
            report: { problem in Task { await problems.note(problem) } }
        ) {
            HomeInput<Flag>("silent", silent)
            HomeInput<Flag>("one", .one)
        }
        var states = await home.states().makeAsyncIterator()
        #expect(await states.next()?.word == "a")
        try await until("the silence is reported") { await problems.all == [.silent("silent")] }
        continuation.yield(.two)
        #expect(await states.next()?.word == "ab", "a late input still counts")
    }

    @Test("The last flags of an input that fails when asked stay in effect, and it can recover")
    func failure() async throws {
        let source = Source()
        await source.set(.one)
        let home = Home(rules: Self.rules()) {
            HomeInput<Flag>("one", on: source.signal) { try await source.read() }
        }
        #expect(await home.state().word == "a")
        await source.fail(true)
        #expect(await home.state().word == "a")
        await source.set(.two)
        await source.fail(false)
        #expect(await home.state().word == "b")
    }

    @Test("Inputs are no longer followed when the last listener has left, and again when the next one arrives")
    func leaving() async throws {
        let source = Source()
        let home = Home(rules: Self.rules()) {
            HomeInput<Flag>("one", on: source.signal) { try await source.read() }
        }
        do {
            let stream = await home.states()
            let task = Task { for await _ in stream {} }
            try await until("it is followed") { source.signal.count == 1 }
            task.cancel()
        }
        try await until("there are no listeners") { source.signal.count == 0 }
        let stream = await home.states()
        try await until("it is followed again") { source.signal.count == 1 }
        await source.set(.two)
        var states = stream.makeAsyncIterator()
        while let state = await states.next(), state.word != "b" {}
        #expect(await home.state().word == "b")
    }

    /// An input that answers its first question when the test says so, with what it read before.
    private actor SlowSource {
        nonisolated let signal = HomeSignal()
        private var flags: Flag = []
        private var isFirst = true
        private var waiting: CheckedContinuation<Void, Never>?
        var isAsked: Bool { waiting != nil }

        func set(_ flags: Flag) {
            self.flags = flags
            signal.send()
        }

        func read() async -> Flag {
            let read = flags
            if isFirst {
                isFirst = false
                await withCheckedContinuation { waiting = $0 }
            }
            return read
        }

        func answer() {
            waiting?.resume()
            waiting = nil
        }
    }

    @Test("A change while an input answers for the first time is not lost")
    func changeDuringTheFirstQuestion() async throws {
        let source = SlowSource()
        let home = Home(rules: Self.rules()) {
            HomeInput<Flag>("one", on: source.signal) { await source.read() }
        }
        let stream = await home.states()
        try await until("the input is asked") { await source.isAsked }
        #expect(source.signal.count == 1, "the home listens before it asks")
        await source.set(.two)
        await source.answer()
        var states = stream.makeAsyncIterator()
        var words: [String] = []
        while words.last != "b", let state = await states.next() { words.append(state.word) }
        #expect(words.last == "b")
    }

    /// A memory whose first answer after an event waits until the test releases it.
    private actor SlowMemory: HomeMemory {
        private var isHolding = false
        private var holder: CheckedContinuation<Void, Never>?
        var isHeld: Bool { holder != nil }

        func records() async -> [String: HomeRecord] {
            if isHolding {
                isHolding = false
                await withCheckedContinuation { holder = $0 }
            }
            return [:]
        }

        func note(_ event: HomeEvent, _ module: String, at date: Date, in calendar: Calendar) { isHolding = true }
        func forget() {}

        func release() {
            holder?.resume()
            holder = nil
        }
    }

    @Test("An update that took long does not follow a newer one")
    func slowUpdate() async throws {
        let (source, memory) = (Source(), SlowMemory())
        await source.set(.one)
        let home = Home(rules: Self.rules(), memory: memory) {
            HomeInput<Flag>("one", on: source.signal) { try await source.read() }
        }
        let stream = await home.states()
        var states = stream.makeAsyncIterator()
        #expect(await states.next()?.word == "a")
        let noting = Task { await home.note(.opened, "a") }
        try await until("the update waits for the memory") { await memory.isHeld }
        await source.set(.two)
        #expect(await states.next()?.word == "b")
        await memory.release()
        await noting.value
        await source.set(.three)
        #expect(await states.next()?.word == "c", "not a again")
    }

    @Test("A listener that arrives after a change without listeners receives the next change")
    func leavingInThePause() async throws {
        let source = Source()
        let home = Home(rules: Self.rules(), pace: .init(settle: .milliseconds(200))) {
            HomeInput<Flag>("one", on: source.signal) { try await source.read() }
        }
        do {
            let stream = await home.states()
            let task = Task { for await _ in stream {} }
            try await until("it is followed") { source.signal.count == 1 }
            try await Task.sleep(for: .milliseconds(50))  // sleep: changes come in bursts
            await source.set(.one)
            task.cancel()
        }
        try await until("there are no listeners") { source.signal.count == 0 }
        var states = await home.states().makeAsyncIterator()
        #expect(await states.next()?.word == "a")
        await source.set(.two)
        #expect(await states.next()?.word == "b")
    }

    @Test("The clock wakes the home at the instant that an input names, and when it is set forward or back")
    func clock() async throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Madrid"))
        let clock = HomeClock(calendar: calendar)
        let evening = try #require(
            calendar.date(from: DateComponents(year: 2026, month: 11, day: 21, hour: 18)))
        clock.set(evening.addingTimeInterval(-3_600))
        let home = Home(rules: Self.rules(), clock: clock) {
            HomeInput<Flag>("lives", clock: clock) { date in
                date < evening ? evening : clock.nextDay(after: date)
            } flags: {
                date in
                date < evening ? .one : .two
            }
        }
        var states = await home.states().makeAsyncIterator()
        #expect(await states.next()?.word == "a")
        clock.set(evening.addingTimeInterval(-0.3))
        #expect(await states.next()?.word == "b", "without being set, at 18:00")
        clock.set(evening.addingTimeInterval(-3_600))
        #expect(await states.next()?.word == "a", "the clock went back")
        clock.set(evening.addingTimeInterval(3_600))
        #expect(await states.next()?.word == "b")
    }

    @Test("Days follow the user's calendar and time zone, even if a day has 23 hours")
    func days() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Madrid"))
        let clock = HomeClock(calendar: calendar)
        func date(_ day: Int, _ hour: Int, _ month: Int = 3) -> Date {
            calendar.date(from: DateComponents(year: 2026, month: month, day: day, hour: hour)) ?? .distantPast
        }
        #expect(clock.nextDay(after: date(28, 12)) == date(29, 0))
        #expect(clock.nextDay(after: date(29, 0)).timeIntervalSince(date(29, 0)) == 23 * 3_600)
        #expect(clock.nextDay(after: date(29, 0)) == date(30, 0))
        let before = clock.nextDay(after: date(10, 12, 6))
        calendar.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        clock.set(calendar)
        #expect(clock.nextDay(after: date(10, 12, 6)) != before)
        #expect(clock.calendar.timeZone.identifier == "Asia/Tokyo")
    }
}
