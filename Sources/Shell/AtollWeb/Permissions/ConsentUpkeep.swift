import ServiceLifecycle

/// Writes at intervals, and when the shell stops, when mini apps have used permissions.
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
