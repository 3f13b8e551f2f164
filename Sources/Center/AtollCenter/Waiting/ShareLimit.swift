import AtollCenterAnswers

/// Lets few pieces of work of one key run at a time, such as one user's searches; the others of that key wait. What other keys do is
/// neither counted nor waited for.
actor ShareLimit {
    private struct Waiter {
        let id: UInt64
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let width: Int
    private let maximumWaiting: Int
    private let patience: Duration
    private var lastID: UInt64 = 0
    private var running: [String: Int] = [:]
    private var waiting: [String: [Waiter]] = [:]

    /// - Parameters:
    ///   - width: How much of one key runs at a time.
    ///   - maximumWaiting: How much of one key may wait; what comes then is refused.
    ///   - patience: How long it waits.
    init(width: Int, maximumWaiting: Int, patience: Duration = .seconds(30)) {
        self.patience = patience
        self.width = width
        self.maximumWaiting = maximumWaiting
    }

    /// How much of a key waits.
    func count(of key: String) -> Int { waiting[key]?.count ?? 0 }

    /// Does work as soon as less than ``width`` of its key runs.
    ///
    /// - Throws: A 429 ``Problem`` if too much of the key waits, or for too long, `CancellationError`, or an error of `work`.
    nonisolated func run<Result: Sendable>(for key: String, _ work: () async throws -> Result) async throws -> Result {
        try await enter(key)
        do {
            let result = try await work()
            await leave(key)
            return result
        } catch {
            await leave(key)
            throw error
        }
    }

    private func enter(_ key: String) async throws {
        guard running[key, default: 0] >= width else {
            running[key, default: 0] += 1
            return
        }
        guard count(of: key) < maximumWaiting else { throw Self.busy }
        lastID += 1
        let id = lastID
        let timer = Task { [patience] in
            try await Task.sleep(for: patience)
            self.giveUp(id, of: key, Self.busy)
        }
        defer { timer.cancel() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                waiting[key, default: []].append(Waiter(id: id, continuation: continuation))
            }
        } onCancel: {
            Task { await self.giveUp(id, of: key, CancellationError()) }
        }
    }

    private func leave(_ key: String) {
        guard var others = waiting[key] else {
            let left = running[key, default: 1] - 1
            return running[key] = left > 0 ? left : nil
        }
        // The place goes to the first that waits.
        let next = others.removeFirst()
        waiting[key] = others.isEmpty ? nil : others
        next.continuation.resume()
    }

    private func giveUp(_ id: UInt64, of key: String, _ error: any Error) {
        guard var others = waiting[key], let index = others.firstIndex(where: { $0.id == id }) else { return }
        let waiter = others.remove(at: index)
        waiting[key] = others.isEmpty ? nil : others
        waiter.continuation.resume(throwing: error)
    }

    private static var busy: Problem {
        var problem = Problem(.tooManyRequests, "You ask for too much at the same time.", rule: "busy")
        problem.headers[.retryAfter] = "1"
        return problem
    }
}
