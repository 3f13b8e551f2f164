import Foundation

/// Does slow work, such as hashing passwords, on a few threads of its own, with a short queue before them: what anybody can ask
/// for must not take the whole machine, nor stand in the way of what others ask for.
///
/// ```swift
/// let pool = HashingPool()
/// let isRight = try await pool.run { try hash.matches(password) }
/// ```
///
/// Whoever is known (``isForKnownDevice``) comes before everybody else, and has some places that nobody else can take: a flood of
/// strangers' wrong passwords keeps no user out.
public actor HashingPool {
    /// Whether the work under way is for a browser that its user has signed in with before. Set by who looks at its ``DeviceToken``.
    @TaskLocal public static var isForKnownDevice = false

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
        let isKnown: Bool
        let turn: CheckedContinuation<Void, any Error>
    }

    /// The places in the queue beyond the limit that known devices have.
    private static let knownPlaces = 8

    /// - Parameters:
    ///   - width: Half of the processor's cores, and at least one, if it is left out.
    ///   - patience: The longest wait in the queue.
    public init(width: Int? = nil, queueLimit: Int = 32, patience: Duration = .seconds(5)) {
        self.patience = patience
        self.width = max(1, width ?? ProcessInfo.processInfo.activeProcessorCount / 2)
        self.queueLimit = queueLimit
    }

    /// Does a piece of work once it is its turn.
    ///
    /// - Throws: ``HashingPoolBusy`` if the queue is full, or the wait too long; `CancellationError` if the caller is cancelled while it waits; or what
    ///   `work` throws.
    public func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await begin()
        defer { end() }
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachBelowOthers { continuation.resume(with: Swift.Result { try work() }) }
        }
    }

    /// Whether all threads are at work.
    var isBusy: Bool { running >= width }

    /// How many callers wait.
    public var queued: Int { waiting.count }

    private func begin() async throws {
        guard running >= width else {
            running += 1
            return
        }
        let isKnown = Self.isForKnownDevice
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
                let place = isKnown ? waiting.firstIndex { !$0.isKnown } ?? waiting.count : waiting.count
                waiting.insert(Waiter(id: id, isKnown: isKnown, turn: turn), at: place)
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
