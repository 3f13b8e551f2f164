/// Lets callers in one after the other.
actor FollowerTurns {
    private var last: Task<Void, any Error>?

    func next(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let previous = last
        let task = Task {
            _ = try? await previous?.value
            try await work()
        }
        last = task
        try await task.value
    }
}
