import Logging
import ServiceLifecycle

/// Keeps the repository in date while the Center runs: at its start, and each hour.
struct TrustUpkeep: Service {
    let repository: ReleaseRepository
    let publisher: Publisher
    let logger: Logger
    var interval = Duration.seconds(3_600)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                do {
                    await publisher.tellUntold()
                    try await repository.keepUp()
                } catch {
                    // Tried again in an hour; half of each life is there to be tried in.
                    logger.error("The repository could not be kept in date.", metadata: ["error": "\(error)"])
                }
                try await Task.sleep(for: interval)
            }
        }
    }
}
