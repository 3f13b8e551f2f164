import AtollCatalog
import ServiceLifecycle

/// Sends the shell's counts for all its users to the Center.
struct UsageReports: Service {
    /// The catalog for the shell itself, not for a user.
    let center: MiniAppCatalog
    let interval: Duration

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // After a failure, tries again soon. The counts are retained until then.
                try await Task.sleep(for: min(interval, .seconds(60)))
                await center.sendUsage(every: interval / .seconds(1))
            }
        }
    }
}
