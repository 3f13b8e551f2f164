import Logging
import ServiceLifecycle

/// Keeps the repository up to date while the Center runs: at its start and every hour; and announces every second what
/// a process that was killed, or one that does not sign, has left.
struct TrustUpkeep: Service {
    let repository: ReleaseRepository
    let pipeline: ReleasePipeline
    let publisherKeys: PublisherKeys
    let logger: Logger
    var interval = Duration.seconds(3_600)
    var dueInterval = Duration.seconds(1)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    while true {
                        await keepUp()
                        try await Task.sleep(for: interval)
                    }
                }
                group.addTask {
                    while true {
                        await pipeline.announceDue()
                        try await Task.sleep(for: dueInterval)
                    }
                }
                try await group.next()
            }
        }
    }

    private func keepUp() async {
        do {
            try await repository.keepUp()
        } catch is CancellationError {
            return
        } catch {
            // Retried in an hour: roles are renewed long before they expire.
            logger.error("The repository could not be updated.", metadata: ["error": "\(error)"])
        }
        do {
            try await publisherKeys.settle()
        } catch is CancellationError {
            return
        } catch {
            logger.error("The requests for publishers' keys could not be compared.", metadata: ["error": "\(error)"])
        }
    }
}
