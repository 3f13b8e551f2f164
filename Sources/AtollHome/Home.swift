import Foundation

/// A home screen without the screen: what its inputs say becomes an ordered list of modules, kept up to date.
///
/// ```swift
/// let home = Home(rules: rules, memory: memory) {
///     HomeInput("plan", changes: store.changes()) { await store.flags }
///     HomeInput("lives", clock: clock, next: { … }) { date in … }
/// }
/// for await state in await home.states() { show(state.modules) }
/// ```
public actor Home<Flags: HomeFlags> {
    public typealias Module = Flags.Module

    /// How inputs become updates.
    public struct Pace: Hashable, Sendable {
        /// How long changes are collected before they become one update: what belongs together changes together.
        public var settle: Duration
        /// How long an input that has not spoken is waited for at the beginning.
        public var patience: Duration

        /// - Parameter settle: At least 17 ms, so that there are at most 60 updates a second.
        public init(settle: Duration = .milliseconds(20), patience: Duration = .milliseconds(500)) {
            self.settle = max(settle, .milliseconds(17))
            self.patience = patience
        }
    }

    public nonisolated let rules: HomeRules<Flags>
    public nonisolated let inputs: [HomeInput<Flags>]
    public nonisolated let clock: HomeClock
    private let memory: any HomeMemory
    private var policy: HomePolicy
    private let pace: Pace
    private let report: @Sendable (HomeProblem) -> Void

    private let latest: HomeLatest<Flags>
    private static var longestPause: Duration { .milliseconds(160) }
    /// What listeners were told last.
    private var told: HomeState<Flags>?
    private var listeners: [UUID: AsyncStream<HomeState<Flags>>.Continuation] = [:]
    private var running: Task<Void, Never>?

    /// - Parameters:
    ///   - policy: How often modules are shown, and in which order, beside the rules.
    ///   - memory: What was shown, opened and dismissed before.
    ///   - report: Told of what goes wrong; the home goes on.
    public init(
        rules: HomeRules<Flags>, policy: HomePolicy = HomePolicy(), memory: any HomeMemory = VolatileHomeMemory(),
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

    /// The home as it is now: every input that can be asked is asked.
    public func state() async -> HomeState<Flags> {
        await ask(inputs.indices.filter { inputs[$0].read != nil })
        return await evaluate()
    }

    /// The home now, and from now on whenever it becomes another. Inputs are followed as long as somebody listens.
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

    /// Changes how often modules are shown, and in which order.
    public func set(_ policy: HomePolicy) async {
        guard policy != self.policy else { return }
        for id in policy.modules where !rules.modules.contains(where: { $0.id == id }) { report(.unknownModule(id)) }
        self.policy = policy
        if !listeners.isEmpty { await publish() }
    }

    /// Notes what the user did with a module, or saw of it; what follows from that is shown.
    public func note(_ event: HomeEvent, _ module: Module) async {
        do {
            try await memory.note(event, module.id, at: clock.now(), in: clock.calendar)
        } catch {
            report(.memory(String(describing: error)))
        }
        if event != .shown, !listeners.isEmpty { await publish() }
    }

    /// Forgets what was shown, opened and put away.
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
        // What was told to those who have left is told again.
        _ = latest.take()
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
            // Where changes do not end, updates become fewer: nobody reads fifty a second.
            let isFlood = ContinuousClock.now - updated < pace.settle
            pause = isFlood ? min(pause * 2, max(pace.settle, Self.longestPause)) : pace.settle
            // What comes meanwhile belongs to the same update.
            try? await Task.sleep(for: pause)
            guard !Task.isCancelled else { return }
            await ask(latest.take())
            await publish()
            updated = .now
        }
    }

    /// Asks inputs what they say now. One that fails is reported, and what it said last stays.
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
        let state = await evaluate()
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

/// A home at a moment.
public struct HomeState<Flags: HomeFlags>: Hashable, Sendable {
    /// When the day began for which it is: a new day is a new state, also where the same is shown.
    public let day: Date
    /// The raw state: what all inputs say.
    public let flags: Flags
    /// What is shown, the most important first.
    public let modules: [Flags.Module]
    /// What the rules would show, and why it is not.
    public let hidden: [Flags.Module: HomeHidden]

    /// What stands at the top, and is shown in a way of its own.
    public var hero: Flags.Module? { modules.first }
}

/// Something that went wrong in a home, which goes on with what it has.
public enum HomeProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// An input has failed: its name, and what it says.
    case input(String, String)
    /// An input has said nothing yet, and is not waited for any longer.
    case silent(String)
    /// A configuration speaks of a module that no rule shows.
    case unknownModule(String)
    /// What was shown before could not be read or written.
    case memory(String)
    /// A configuration is not used; the one that is built in is.
    case configuration(String)

    public var description: String {
        switch self {
        case .input(let name, let reason): "The home's input \(name) has failed, and keeps what it said last: \(reason)"
        case .silent(let name): "The home's input \(name) has said nothing yet; the home is shown without it."
        case .unknownModule(let id): "The home's configuration speaks of \(id), which no rule shows."
        case .memory(let reason): "What the home has shown before can't be read or written: \(reason)"
        case .configuration(let reason): "The home's configuration is not used: \(reason)"
        }
    }
}
