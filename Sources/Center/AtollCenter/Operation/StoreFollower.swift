import ServiceLifecycle

/// Follows what other Centers change in a shared database, for as long as this one serves.
struct StoreFollower: Service {
    let follow: @Sendable () async -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await follow()
            // A service that ends would end the Center.
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
        }
    }
}
