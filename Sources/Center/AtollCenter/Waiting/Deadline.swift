import AtollCenterAnswers

/// A time limit for work that ends when it is cancelled.
enum Deadline {
    /// - Throws: A 408 ``Problem`` after `time`, or an error of `work`.
    static func within<Result: Sendable>(
        _ time: Duration, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: time)
                throw Problem(.requestTimeout, "The body did not arrive in time.", rule: "too-slow")
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }
}
