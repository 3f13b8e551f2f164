import ServiceLifecycle

/// Writes the times at which mini apps have used permissions, at intervals and when the shell stops.
struct ConsentUpkeep: Service {
    let consents: ConsentStore
    var interval = Duration.seconds(30)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: interval)
                await consents.write()
            }
        }
        await consents.write()
    }
}
