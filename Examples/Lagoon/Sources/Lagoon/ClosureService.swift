import ServiceLifecycle

/// A service that runs a closure.
struct ClosureService: Service {
    let body: @Sendable () async throws -> Void

    func run() async throws { try await body() }
}
