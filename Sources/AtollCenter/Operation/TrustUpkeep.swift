import Logging
import ServiceLifecycle

/// Keeps the repository up to date while the Center runs: at its start, and every hour.
struct TrustUpkeep: Service {
    let repository: ReleaseRepository
    let pipeline: ReleasePipeline
    let logger: Logger
    var interval = Duration.seconds(3_600)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                do {
                    await pipeline.tellUntold()
                    try await repository.keepUp()
                } catch {
                    // Retried in an hour: roles are renewed long before they expire.
                    logger.error("The repository could not be kept up to date.", metadata: ["error": "\(error)"])
                }
                try await Task.sleep(for: interval)
            }
        }
    }
}
