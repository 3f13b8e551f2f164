import Logging
import ServiceLifecycle

/// Rotates the keys that sign tokens, and picks up those that an operator adds.
struct SigningKeyUpkeep: Service {
    let keys: SigningKeys
    let logger: Logger
    var interval = Duration.seconds(60)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: interval)
                do {
                    try await keys.settle()
                } catch {
                    logger.error("The keys that sign tokens can't be read.", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
