import AtollCatalog
import ServiceLifecycle

/// Sends what the shell has counted for all its users to the Center.
struct UsageReports: Service {
    /// The catalog of the shell itself, which is no user's.
    let center: MiniAppCatalog
    let interval: Duration

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // After a failure, soon again: the report is stored until then.
                try await Task.sleep(for: min(interval, .seconds(60)))
                await center.sendUsage(every: interval / .seconds(1))
            }
        }
    }
}
