import Foundation

/// Runs slow work, such as hashing passwords, on a few threads of its own with a short queue: work that anyone can
/// request must not occupy the whole machine or block other requests.
///
/// ```swift
/// let pool = HashingPool()
/// let isRight = try await pool.run { try hash.matches(password) }
/// ```
///
/// Known callers (``Caller/isKnown``) are served before all others and have reserved places in the queue: a flood of
/// wrong passwords from strangers does not lock users out. A caller has at most two places, so a user who signs in
/// repeatedly does not either. Known callers without a turn in the last 15 minutes come first and have more reserved places, one each:
/// many accounts that sign in again and again don't lock their users out.
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
    /// The number of callers that may wait; known callers have 8 places more, and those without a turn lately 32 more.
    public nonisolated let queueLimit: Int
    private var running = 0
    private var waiting: [Waiter] = []
    private let patience: Duration
    private var lastID: UInt64 = 0

    private struct Waiter {
        let id: UInt64
        let rank: Rank
        let turn: CheckedContinuation<Void, any Error>
    }

    /// Who comes before whom.
    private enum Rank: Int {
        /// A known caller without another place, and without a turn lately.
        case rested, known, stranger

        /// The places in the queue, beyond the limit, that are reserved for such callers and those who come before them.
        var reserved: Int {
            switch self {
            case .rested: 40
            case .known: 8
            case .stranger: 0
            }
        }
    }

    /// How long a turn is remembered.
    private static let memory = Duration.seconds(900)
    /// The most turns that are remembered.
    private static let capacity = 10_000
    /// When known callers had their last turns.
    private var turns: [Caller: ContinuousClock.Instant] = [:]
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
        try await begin(rank(of: caller))
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

    private func leavePlace(of caller: Caller) {
        let left = places[caller, default: 1] - 1
        places[caller] = left > 0 ? left : nil
    }

    private func rank(of caller: Caller?) -> Rank {
        guard let caller, caller.isKnown else { return .stranger }
        if let last = turns[caller], now() - last < Self.memory { return .known }
        return places[caller] == 1 ? .rested : .known
    }

    private func noteTurn(of caller: Caller) {
        let time = now()
        if turns.count >= Self.capacity { turns = turns.filter { time - $0.value < Self.memory } }
        if turns.count >= Self.capacity { turns = [:] }
        turns[caller] = time
    }

    private func begin(_ rank: Rank) async throws {
        guard running >= width else {
            running += 1
            return
        }
        guard waiting.count < queueLimit + rank.reserved else { throw HashingPoolBusy() }
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
                let place = waiting.firstIndex { $0.rank.rawValue > rank.rawValue } ?? waiting.count
                waiting.insert(Waiter(id: id, rank: rank, turn: turn), at: place)
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
