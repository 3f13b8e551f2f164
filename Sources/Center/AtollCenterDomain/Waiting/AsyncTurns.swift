/// Lets one piece of work run at a time, also while it waits for something. Those who wait take turns by key, such as their organization, and
/// within a key in the order in which they came.
package actor AsyncTurns {
    private struct Waiter {
        let id: UInt64
        let key: String
        let continuation: CheckedContinuation<Void, any Error>
    }

    private var isTaken = false
    private var lastID: UInt64 = 0
    private var waiting: [Waiter] = []
    /// The number of the last turn of each key with others that wait.
    private var served: [String: UInt64] = [:]
    private var turn: UInt64 = 0
    private let maximumWaiting: Int
    private let maximumPerKey: Int
    private let patience: Duration?

    /// - Parameters:
    ///   - maximumWaiting: How many may wait. Above it, a new one evicts the last one of the key with the most, if that key has at least two
    ///     more; otherwise it is refused.
    ///   - maximumPerKey: How many of one key may wait, so that they leave places for others.
    ///   - patience: How long they wait, or nil for as long as it takes.
    package init(maximumWaiting: Int = .max, perKey maximumPerKey: Int = .max, patience: Duration? = nil) {
        self.maximumWaiting = maximumWaiting
        self.maximumPerKey = maximumPerKey
        self.patience = patience
    }

    /// How many wait.
    package var count: Int { waiting.count }

    /// Does work when it is its turn.
    ///
    /// - Throws: ``TooManyWaiting`` if too many wait, it takes too long, or a request of another key takes its place, `CancellationError`, or an error of `work`.
    package nonisolated func run<Result: Sendable>(for key: String = "", _ work: () async throws -> Result) async throws
        -> Result
    {
        try await enter(key)
        do {
            let result = try await work()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter(_ key: String) async throws {
        guard isTaken else {
            isTaken = true
            note(key)
            return
        }
        guard maximumPerKey == .max || waiting.count(where: { $0.key == key }) < maximumPerKey else {
            throw TooManyWaiting()
        }
        try Task.checkCancellation()
        if waiting.count >= maximumWaiting { try makeRoom(for: key) }
        lastID += 1
        let id = lastID
        let timer = patience.map { patience in
            Task {
                try await Task.sleep(for: patience)
                self.giveUp(id, TooManyWaiting())
            }
        }
        defer { timer?.cancel() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                waiting.append(Waiter(id: id, key: key, continuation: continuation))
            }
        } onCancel: {
            Task { await self.giveUp(id, CancellationError()) }
        }
    }

    /// Evicts the last one of the key with the most, if that key has at least two more than this one.
    private func makeRoom(for key: String) throws {
        let counts = waiting.reduce(into: [String: Int]()) { $0[$1.key, default: 0] += 1 }
        guard let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }),
            most.value > counts[key, default: 0] + 1,
            let last = waiting.lastIndex(where: { $0.key == most.key })
        else { throw TooManyWaiting() }
        waiting.remove(at: last).continuation.resume(throwing: TooManyWaiting())
    }

    private func note(_ key: String) {
        turn += 1
        served[key] = turn
    }

    private func leave() {
        guard !waiting.isEmpty else {
            served = [:]
            return isTaken = false
        }
        // The first of those whose key has had no turn for longest.
        var next = 0
        for index in waiting.indices where served[waiting[index].key] ?? 0 < served[waiting[next].key] ?? 0 {
            next = index
        }
        let waiter = waiting.remove(at: next)
        note(waiter.key)
        waiter.continuation.resume()
    }

    private func giveUp(_ id: UInt64, _ error: any Error) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: error)
    }
}
