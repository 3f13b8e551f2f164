import Logging
import ServiceLifecycle

/// Runs a service for as long as a test needs it, and shuts it down gracefully.
///
/// A NIO server that is cancelled while it accepts a connection stops the whole process.
public enum GracefulService {
    /// Starts `service`, calls `body`, and shuts the service down.
    public static func run<Result: Sendable>(
        _ service: any Service, logger: Logger, _ body: @Sendable @escaping () async throws -> Result
    ) async throws -> Result {
        let services = ServiceGroup(services: [service], logger: logger)
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                try await services.run()
                return nil
            }
            group.addTask { try await body() }
            do {
                while let result = try await group.next() {
                    guard let result else { continue }
                    await services.triggerGracefulShutdown()
                    try await group.waitForAll()
                    return result
                }
            } catch {
                await services.triggerGracefulShutdown()
                throw error
            }
            throw CancellationError()
        }
    }
}
