import Foundation

/// Runs slow work, such as hashing passwords, on a few dedicated threads with a short queue: work that anyone can
/// request must not occupy the whole machine or block other requests.
///
/// ```swift
/// let pool = HashingPool()
/// let isRight = try await pool.run { try hash.matches(password) }
/// ```
///
/// Known callers (``Caller/isKnown``) are served before all others and have reserved places in the queue: a flood of
/// wrong passwords from strangers does not lock users out. A caller has at most two places, so a user who signs in
/// repeatedly does not either. Among known callers, those with fewer turns in the last 15 minutes come first, and take
/// the place of others in a full queue: many accounts that sign in again and again don't lock out other users.
public actor HashingPool {
    /// The party that work is done for.
    public struct Caller: Hashable, Sendable {
        /// Identifies the caller: a name, an account or an IP address.
        public var name: String
        /// Whether the caller's browser has a ``DeviceToken``, which proves that its user has signed in with it before.
        public var isKnown: Bool

        /// Creates a caller.
        public init(_ name: String, isKnown: Bool = false) {
            self.name = name
            self.isKnown = isKnown
        }
    }

    /// The caller of the current task, set by the code that knows it. Work without a caller is not limited by caller.
    @TaskLocal public static var caller: Caller?

    /// The number of pieces of work that run at the same time.
    public nonisolated let width: Int
    /// The number of callers that may wait; known callers have 8 places more.
    public nonisolated let queueLimit: Int
    private var running = 0
    private var waiting: [Waiter] = []
    private let patience: Duration
    private var lastID: UInt64 = 0

    private struct Waiter {
        let id: UInt64
        let priority: Priority
        let turn: CheckedContinuation<Void, any Error>
    }

    /// The order of callers in the queue. The least comes first.
    private struct Priority: Comparable {
        let isStranger: Bool
        /// The turns of a known caller lately.
        let turns: Int
        /// Whether the caller has another place.
        let isSecond: Bool

        static func < (one: Priority, other: Priority) -> Bool {
            (one.isStranger ? 1 : 0, one.turns, one.isSecond ? 1 : 0)
                < (other.isStranger ? 1 : 0, other.turns, other.isSecond ? 1 : 0)
        }
    }

    /// The places in the queue, beyond the limit, that are reserved for known callers.
    private static let knownPlaces = 8
    /// How long turns are remembered.
    private static let memory = Duration.seconds(900)
    /// The most callers whose turns are remembered.
    private static let capacity = 10_000
    /// The turns of known callers, and the time of the first of them.
    private var turns: [Caller: (count: Int, since: ContinuousClock.Instant)] = [:]
    private let now: @Sendable () -> ContinuousClock.Instant
    /// The most pieces of work, running or waiting, for one caller.
    private static let perCaller = 2
    private var places: [Caller: Int] = [:]

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - width: The number of threads; by default half of the processor's cores, and at least one.
    ///   - queueLimit: The number of callers that may wait.
    ///   - patience: The longest wait in the queue.
    ///   - now: Returns the current time.
    public init(
        width: Int? = nil, queueLimit: Int = 32, patience: Duration = .seconds(10),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.patience = patience
        self.now = now
        self.width = max(1, width ?? ProcessInfo.processInfo.activeProcessorCount / 2)
        self.queueLimit = queueLimit
    }

    /// Runs a piece of work when its turn comes.
    ///
    /// - Throws: ``HashingPoolBusy`` if the queue is full, the wait is too long, or the caller already has two places;
    ///   `CancellationError` if the task is cancelled while it waits; or the error of `work`.
    public func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        let caller = Self.caller
        if let caller {
            guard places[caller, default: 0] < Self.perCaller else { throw HashingPoolBusy() }
            places[caller, default: 0] += 1
        }
        defer { if let caller { leavePlace(of: caller) } }
        try await begin(priority(of: caller))
        defer { end() }
        if let caller, caller.isKnown { noteTurn(of: caller) }
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachBelowOthers { continuation.resume(with: Swift.Result { try work() }) }
        }
    }

    /// Whether all threads are in use.
    var isBusy: Bool { running >= width }

    /// The number of callers that wait.
    public var queued: Int { waiting.count }

    /// How often a waiting caller had to leave its place to another.
    private(set) var refused = 0

    private func leavePlace(of caller: Caller) {
        let left = places[caller, default: 1] - 1
        places[caller] = left > 0 ? left : nil
    }

    private func priority(of caller: Caller?) -> Priority {
        guard let caller, caller.isKnown else { return Priority(isStranger: true, turns: 0, isSecond: false) }
        // A single turn is usual for a user who signs in once more.
        return Priority(
            isStranger: false, turns: max(1, recentTurns(of: caller).count),
            isSecond: places[caller, default: 0] > 1)
    }

    private func recentTurns(of caller: Caller) -> (count: Int, since: ContinuousClock.Instant) {
        let time = now()
        guard let known = turns[caller], time - known.since < Self.memory else { return (0, time) }
        return known
    }

    private func noteTurn(of caller: Caller) {
        let time = now()
        if turns.count >= Self.capacity { turns = turns.filter { time - $0.value.since < Self.memory } }
        if turns.count >= Self.capacity { turns = [:] }
        let recent = recentTurns(of: caller)
        turns[caller] = (recent.count + 1, recent.since)
    }

    private func begin(_ priority: Priority) async throws {
        guard running >= width else {
            running += 1
            return
        }
        if waiting.count >= queueLimit + (priority.isStranger ? 0 : Self.knownPlaces) {
            guard let last = waiting.last, priority < last.priority else { throw HashingPoolBusy() }
            leave(last.id, because: HashingPoolBusy())
            refused += 1
        }
        lastID += 1
        let id = lastID
        let timer = Task { [patience, weak self] in
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            await self?.leave(id, because: HashingPoolBusy())
        }
        defer { timer.cancel() }
        // A waiter whose turn comes takes over the running place of the work that has ended.
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (turn: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return turn.resume(throwing: CancellationError()) }
                let place = waiting.firstIndex { $0.priority > priority } ?? waiting.count
                waiting.insert(Waiter(id: id, priority: priority, turn: turn), at: place)
            }
        } onCancel: {
            Task { await self.leave(id, because: CancellationError()) }
        }
    }

    private func end() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().turn.resume() }
    }

    private func leave(_ id: UInt64, because reason: any Error) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).turn.resume(throwing: reason)
    }
}
