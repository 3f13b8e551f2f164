import Foundation

/// The model of a home screen: it turns the flags of its inputs into an ordered list of modules, and updates it
/// continuously.
///
/// ```swift
/// let home = Home(rules: rules, memory: memory) {
///     HomeInput("plan", changes: store.changes()) { await store.flags }
///     HomeInput("lives", clock: clock, next: { … }) { date in … }
/// }
/// for await state in await home.states() { show(state.modules) }
/// ```
public actor Home<Flags: HomeFlags> {
    /// The modules of the home.
    public typealias Module = Flags.Module

    /// The timing of updates.
    public struct Pace: Hashable, Sendable {
        /// How long changes are collected into one update; up to 160 ms during a flood of changes.
        public var settle: Duration
        /// How long the first update waits for inputs that have not reported any flags yet.
        public var patience: Duration

        /// Creates a timing.
        ///
        /// - Parameters:
        ///   - settle: How long changes are collected; at least 17 ms, so that there are at most 60 updates a second.
        ///   - patience: How long the first update waits for inputs.
        public init(settle: Duration = .milliseconds(20), patience: Duration = .milliseconds(500)) {
            self.settle = max(settle, .milliseconds(17))
            self.patience = patience
        }
    }

    /// The rules that turn flags into modules.
    public nonisolated let rules: HomeRules<Flags>
    /// The inputs that set the flags.
    public nonisolated let inputs: [HomeInput<Flags>]
    /// The clock that the home goes by.
    public nonisolated let clock: HomeClock
    private let memory: any HomeMemory
    private var policy: HomePolicy
    private let pace: Pace
    private let report: @Sendable (HomeProblem) -> Void

    private let latest: HomeLatest<Flags>
    private static var longestPause: Duration { .milliseconds(160) }
    /// The state last published to the listeners.
    private var told: HomeState<Flags>?
    private var listeners: [UUID: AsyncStream<HomeState<Flags>>.Continuation] = [:]
    private var running: Task<Void, Never>?
    /// The number of publications that have begun, and of the latest that was published.
    private var (publications, published) = (0, 0)

    /// Creates a home. Its inputs are followed only while there are listeners.
    ///
    /// - Parameters:
    ///   - rules: The rules that turn flags into modules.
    ///   - policy: How often modules are shown, and in which order, in addition to the rules.
    ///   - memory: What was shown, opened and dismissed; by default it is lost with the process.
    ///   - clock: The clock that the home goes by.
    ///   - pace: The timing of updates.
    ///   - report: Receives each error; the home continues with what it has.
    ///   - inputs: The inputs that set the flags.
    public init(
        rules: HomeRules<Flags>, policy: HomePolicy = HomePolicy(), memory: any HomeMemory = InMemoryHomeMemory(),
        clock: HomeClock = HomeClock(), pace: Pace = Pace(),
        report: @escaping @Sendable (HomeProblem) -> Void = { _ in },
        @HomeInputsBuilder<Flags> inputs: @Sendable () -> [HomeInput<Flags>]
    ) {
        self.rules = rules
        self.inputs = inputs()
        self.policy = policy
        self.memory = memory
        self.clock = clock
        self.pace = pace
        self.report = report
        latest = HomeLatest(count: self.inputs.count)
        for id in policy.modules where !rules.modules.contains(where: { $0.id == id }) {
            report(.unknownModule(id))
        }
    }

    deinit { running?.cancel() }

    /// The current state, after asking every input that can be asked.
    public func state() async -> HomeState<Flags> {
        await ask(inputs.indices.filter { inputs[$0].read != nil })
        return await evaluate()
    }

    /// The current state, and each state that differs from the one before. Inputs are followed while there is at least
    /// one listener. A slow listener gets the newest state only.
    public func states() -> AsyncStream<HomeState<Flags>> {
        let (stream, continuation) = AsyncStream<HomeState<Flags>>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        listeners[id] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.leave(id) } }
        if running == nil {
            running = Task { [weak self] in await self?.follow() }
        } else if let told {
            continuation.yield(told)
        }
        return stream
    }

    /// Replaces the policy, and updates the listeners.
    public func set(_ policy: HomePolicy) async {
        guard policy != self.policy else { return }
        for id in policy.modules where !rules.modules.contains(where: { $0.id == id }) { report(.unknownModule(id)) }
        self.policy = policy
        if !listeners.isEmpty { await publish() }
    }

    /// Records that a module was shown, opened or dismissed. After the last two, listeners are updated.
    ///
    /// An error of the memory is reported, not thrown.
    public func note(_ event: HomeEvent, _ module: Module) async {
        do {
            try await memory.note(event, module.id, at: clock.now(), in: clock.calendar)
        } catch {
            report(.memory(String(describing: error)))
        }
        if event != .shown, !listeners.isEmpty { await publish() }
    }

    /// Clears the memory of what was shown, opened and dismissed.
    ///
    /// - Throws: The error of the memory.
    public func forget() async throws {
        try await memory.forget()
        if !listeners.isEmpty { await publish() }
    }

    private func leave(_ id: UUID) {
        listeners[id] = nil
        guard listeners.isEmpty else { return }
        running?.cancel()
        running = nil
        told = nil
    }

    private func follow() async {
        let latest = latest
        let inputs = inputs
        let report = report
        let changes = latest.changes
        // Changes that were signalled to listeners who have left are signalled again.
        _ = latest.take()
        // Before any input is asked: what changes while it answers is not lost.
        let listening = inputs.enumerated().flatMap { index, input in
            input.signals.map { signal in (signal, signal.add { latest.tell(index, nil) }) }
        }
        defer { for (signal, id) in listening { signal.remove(id) } }
        await withTaskGroup(of: Void.self) { group in
            for (index, input) in inputs.enumerated() {
                group.addTask {
                    do {
                        try await input.follow { flags in latest.tell(index, flags) }
                    } catch is CancellationError {
                        return
                    } catch {
                        report(.input(input.name, String(describing: error)))
                    }
                }
            }
            group.addTask { await self.update(on: changes) }
        }
    }

    private func update(on changes: AsyncStream<Void>) async {
        await ask(inputs.indices.filter { inputs[$0].read != nil })
        let end = ContinuousClock.now + pace.patience
        while latest.isWaiting, ContinuousClock.now < end, !Task.isCancelled {
            try? await Task.sleep(for: min(pace.settle, pace.patience))
        }
        for index in latest.silent { report(.silent(inputs[index].name)) }
        await publish()
        var pause = pace.settle
        var updated = ContinuousClock.now
        for await _ in changes {
            // During a flood of changes, updates become less frequent: no user can read fifty a second.
            let isFlood = ContinuousClock.now - updated < pace.settle
            pause = isFlood ? min(pause * 2, max(pace.settle, Self.longestPause)) : pace.settle
            // Changes in the meantime become part of the same update.
            try? await Task.sleep(for: pause)
            guard !Task.isCancelled else { return }
            await ask(latest.take())
            await publish()
            updated = .now
        }
    }

    /// Asks inputs for their current flags. If one fails, the error is reported and its last flags stay.
    private func ask(_ indices: [Int]) async {
        for index in indices {
            do {
                guard let flags = try await inputs[index].read?() else { continue }
                latest.set(index, flags)
            } catch {
                report(.input(inputs[index].name, String(describing: error)))
            }
        }
    }

    private func publish() async {
        publications += 1
        let publication = publications
        let state = await evaluate()
        // One that began later has newer flags and records: this one must not follow it.
        guard publication > published else { return }
        published = publication
        guard state != told else { return }
        told = state
        for listener in listeners.values { listener.yield(state) }
    }

    private func evaluate() async -> HomeState<Flags> {
        let flags = latest.union
        let now = clock.now()
        var records: [String: HomeRecord] = [:]
        do {
            records = try await memory.records()
        } catch {
            report(.memory(String(describing: error)))
        }
        let (modules, hidden) = policy.apply(
            to: rules.modules(for: flags), records: records, at: now, in: clock.calendar)
        return HomeState(
            day: clock.calendar.startOfDay(for: now), flags: flags, modules: modules, hidden: hidden)
    }
}
