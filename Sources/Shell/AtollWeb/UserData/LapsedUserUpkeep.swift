import Logging
import ServiceLifecycle

/// Removes the data of users whose accounts have lapsed. They can't sign in to delete it themselves.
struct LapsedUserUpkeep: Service {
    let registry: any UserRegistry
    let sources: [any UserDataSource]
    let logger: Logger
    var interval = Duration.seconds(60)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: interval)
                await removeAll()
            }
        }
    }

    /// Removes all data of the users whose accounts have lapsed so far. A removal that fails is tried again.
    func removeAll() async {
        do {
            for user in try await registry.lapsedUsers() {
                for source in sources { try await source.removeRest(of: user) }
                try await registry.removeLapsed([user.id])
            }
        } catch {
            logger.error(
                "The data of a lapsed account could not be removed.", metadata: ["error": "\(error)"])
        }
    }
}
