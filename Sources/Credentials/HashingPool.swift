import Foundation

/// Does slow work, such as hashing passwords, on a few threads of its own, with a short queue before them: what anybody can ask
/// for must not take the whole machine, nor stand in the way of what others ask for.
///
/// ```swift
/// let pool = HashingPool()
/// let isRight = try await pool.run { try hash.matches(password) }
/// ```
///
/// Whoever is known (``Caller/isKnown``) comes before everybody else, and has some places that nobody else can take: a flood of
/// strangers' wrong passwords keeps no user out. One caller has two places at most, so nor does a user who signs in again and again.
public actor HashingPool {
    /// For whom work is done.
    public struct Caller: Hashable, Sendable {
        /// Who it is: a name, an account, an address.
        public var name: String
        /// Whether it is a browser that its user has signed in with before, as its ``DeviceToken`` says.
        public var isKnown: Bool

        public init(_ name: String, isKnown: Bool = false) {
            self.name = name
            self.isKnown = isKnown
        }
    }

    /// For whom the work under way is. Set by who knows; work for nobody in particular is not counted by caller.
    @TaskLocal public static var caller: Caller?

    /// How many pieces of work are done at the same time.
    public nonisolated let width: Int
    /// How many more may wait.
    public nonisolated let queueLimit: Int
    private var running = 0
    private var waiting: [Waiter] = []
    private let patience: Duration
    private var lastID: UInt64 = 0

    private struct Waiter {
        let id: UInt64
        let caller: Caller?
        let turn: CheckedContinuation<Void, any Error>
    }

    /// The places in the queue beyond the limit that known devices have.
    private static let knownPlaces = 8
    /// How much is done, or waits, for one caller.
    private static let perCaller = 2
    private var places: [Caller: Int] = [:]

    /// - Parameters:
    ///   - width: Half of the processor's cores, and at least one, if it is left out.
    ///   - patience: The longest wait in the queue.
    public init(width: Int? = nil, queueLimit: Int = 32, patience: Duration = .seconds(10)) {
        self.patience = patience
        self.width = max(1, width ?? ProcessInfo.processInfo.activeProcessorCount / 2)
        self.queueLimit = queueLimit
    }

    /// Does a piece of work once it is its turn.
    ///
    /// - Throws: ``HashingPoolBusy`` if the queue is full, the wait too long, or two of the same caller are here already;
    ///   `CancellationError` if the caller is cancelled while it waits; or what `work` throws.
    public func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        let caller = Self.caller
        if let caller {
            guard places[caller, default: 0] < Self.perCaller else { throw HashingPoolBusy() }
            places[caller, default: 0] += 1
        }
        defer { if let caller { leavePlace(of: caller) } }
        try await begin(caller)
        defer { end() }
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachBelowOthers { continuation.resume(with: Swift.Result { try work() }) }
        }
    }

    /// Whether all threads are at work.
    var isBusy: Bool { running >= width }

    /// How many callers wait.
    public var queued: Int { waiting.count }

    private func leavePlace(of caller: Caller) {
        let left = places[caller, default: 1] - 1
        places[caller] = left > 0 ? left : nil
    }

    private func begin(_ caller: Caller?) async throws {
        guard running >= width else {
            running += 1
            return
        }
        let isKnown = caller?.isKnown ?? false
        guard waiting.count < queueLimit + (isKnown ? Self.knownPlaces : 0) else { throw HashingPoolBusy() }
        lastID += 1
        let id = lastID
        let timer = Task { [patience, weak self] in
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            await self?.leave(id, because: HashingPoolBusy())
        }
        defer { timer.cancel() }
        // Whoever's turn it is takes over the place of the one that has ended.
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (turn: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return turn.resume(throwing: CancellationError()) }
                let place =
                    isKnown ? waiting.firstIndex { !($0.caller?.isKnown ?? false) } ?? waiting.count : waiting.count
                waiting.insert(Waiter(id: id, caller: caller, turn: turn), at: place)
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

/// There is more to do than can wait. A server answers with 503 and `Retry-After`.
public struct HashingPoolBusy: Error, Hashable, CustomStringConvertible {
    /// After how many seconds it is worth trying again.
    public let retryAfter = 2

    public init() {}

    public var description: String { "Too many people are signing in at the moment. Try again in a few seconds." }
}
