/// Lets one piece of work run at a time, in the order in which they came, also while it waits for something.
actor AsyncTurns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Does work when it is its turn.
    nonisolated func run<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
        await enter()
        do {
            let result = try await work()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        guard isTaken else { return isTaken = true }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        guard !waiting.isEmpty else { return isTaken = false }
        waiting.removeFirst().resume()
    }
}
