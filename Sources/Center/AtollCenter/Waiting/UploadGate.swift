import AtollCenterAnswers

/// Lets uploads through while there is memory, or another bounded resource, for them. The others wait.
actor UploadGate {
    private var free: Int
    private let capacity: Int
    private let patience: Duration
    private var lastWaiter: UInt64 = 0
    private var waiting: [(id: UInt64, bytes: Int, continuation: CheckedContinuation<Void, any Error>)] = []

    /// How many uploads may wait.
    private static let maximumWaiting = 500
    private let least: Int

    /// - Parameters:
    ///   - capacity: How many bytes of bodies are in memory at the same time.
    ///   - least: What one upload needs at least, in bytes.
    ///   - patience: How long an upload waits.
    init(capacity: Int = 30_000_000, least: Int = 1 << 20, patience: Duration = .seconds(60)) {
        self.capacity = capacity
        self.least = least
        self.patience = patience
        free = capacity
    }

    /// Does work for an upload with a body of this length, when it is its turn.
    ///
    /// - Throws: A 503 ``Problem`` if it has to wait for too long, `CancellationError`, or an error of `work`.
    func pass<Result>(
        bytes: Int, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
    ) async throws -> Result {
        let share = min(capacity, max(least, bytes))
        try await enter(share)
        do {
            let result = try await work()
            await leave(share)
            return result
        } catch {
            await leave(share)
            throw error
        }
    }

    private func enter(_ bytes: Int) async throws {
        if waiting.isEmpty, bytes <= free {
            free -= bytes
            return
        }
        guard waiting.count < Self.maximumWaiting else { throw Self.busy }
        lastWaiter += 1
        let id = lastWaiter
        let timer = Task { [patience] in
            try await Task.sleep(for: patience)
            self.giveUp(id, Self.busy)
        }
        defer { timer.cancel() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                waiting.append((id, bytes, continuation))
            }
        } onCancel: {
            Task { await self.giveUp(id, CancellationError()) }
        }
    }

    private static var busy: Problem {
        var problem = Problem(
            .serviceUnavailable, "Too many versions are uploaded at the moment. Try again later.", rule: "busy")
        problem.headers[.retryAfter] = "30"
        return problem
    }

    private func leave(_ bytes: Int) {
        free += bytes
        while let next = waiting.first, next.bytes <= free {
            free -= next.bytes
            waiting.removeFirst().continuation.resume()
        }
    }

    private func giveUp(_ id: UInt64, _ error: any Error) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: error)
        // The requests that waited behind it may fit.
        leave(0)
    }
}
