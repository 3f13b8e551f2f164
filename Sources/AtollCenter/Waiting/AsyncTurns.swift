/// Lets one piece of work run at a time, in the order in which they came, also while it waits for something.
actor AsyncTurns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let maximumWaiting: Int

    /// - Parameter maximumWaiting: How many may wait; whoever comes then is refused.
    init(maximumWaiting: Int = .max) { self.maximumWaiting = maximumWaiting }

    /// Does work when it is its turn.
    ///
    /// - Throws: A 503 ``Problem`` if too many wait, or an error of `work`.
    nonisolated func run<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
        try await enter()
        do {
            let result = try await work()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async throws {
        guard isTaken else { return isTaken = true }
        guard waiting.count < maximumWaiting else {
            var problem = Problem(
                .serviceUnavailable, "Too many ask for this at the moment. Try again later.", rule: "busy")
            problem.headers[.retryAfter] = "10"
            throw problem
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        guard !waiting.isEmpty else { return isTaken = false }
        waiting.removeFirst().resume()
    }
}
