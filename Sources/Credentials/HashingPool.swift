import Dispatch
import Foundation

/// Does slow work, such as hashing passwords, on a few threads of its own, with a short queue before them: what anybody can ask
/// for must not take the whole machine, nor stand in the way of what others ask for.
///
/// ```swift
/// let pool = HashingPool()
/// let isRight = try await pool.run { try hash.matches(password) }
/// ```
public actor HashingPool {
    /// How many pieces of work are done at the same time.
    public nonisolated let width: Int
    /// How many more may wait.
    public nonisolated let queueLimit: Int
    private var running = 0
    private var waiting: [(id: UInt64, turn: CheckedContinuation<Void, any Error>)] = []
    private var lastID: UInt64 = 0
    private let threads = DispatchQueue(label: "atoll.hashing", qos: .utility, attributes: .concurrent)

    /// - Parameters:
    ///   - width: Half of the processor's cores, and at least one, if it is left out.
    public init(width: Int? = nil, queueLimit: Int = 32) {
        self.width = max(1, width ?? ProcessInfo.processInfo.activeProcessorCount / 2)
        self.queueLimit = queueLimit
    }

    /// Does a piece of work once it is its turn.
    ///
    /// - Throws: ``HashingPoolBusy`` if the queue is full; `CancellationError` if the caller is cancelled while it waits; or what
    ///   `work` throws.
    public func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await begin()
        defer { end() }
        let threads = threads
        return try await withCheckedThrowingContinuation { continuation in
            threads.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }

    /// How many callers wait.
    public var queued: Int { waiting.count }

    private func begin() async throws {
        guard running >= width else {
            running += 1
            return
        }
        guard waiting.count < queueLimit else { throw HashingPoolBusy() }
        lastID += 1
        let id = lastID
        // Whoever's turn it is takes over the place of the one that has ended.
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (turn: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { turn.resume(throwing: CancellationError()) } else { waiting.append((id, turn)) }
            }
        } onCancel: {
            Task { await self.leave(id) }
        }
    }

    private func end() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().turn.resume() }
    }

    private func leave(_ id: UInt64) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).turn.resume(throwing: CancellationError())
    }
}

/// There is more to do than can wait. A server answers with 503 and `Retry-After`.
public struct HashingPoolBusy: Error, Hashable, CustomStringConvertible {
    /// After how many seconds it is worth trying again.
    public let retryAfter = 2

    public init() {}

    public var description: String { "Too many people are signing in at the moment. Try again in a few seconds." }
}
