/// Lets work be done once at a time, and once for all who wait for it.
///
/// While the database can't be reached, a turn takes seconds, and every request asks for one.
actor FollowerTurns {
    private var running: Task<Void, any Error>?
    /// The turn that has not begun: it sees everything that happened before, so others can join it.
    private var waiting: Task<Void, any Error>?

    func next(_ work: @escaping @Sendable () async throws -> Void) async throws {
        if let waiting { return try await waiting.value }
        let previous = running
        let task = Task {
            _ = try? await previous?.value
            self.begin()
            try await work()
        }
        waiting = task
        try await task.value
    }

    private func begin() {
        running = waiting
        waiting = nil
    }
}
