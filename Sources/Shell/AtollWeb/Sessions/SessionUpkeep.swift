import ServiceLifecycle

/// Removes expired sessions at regular intervals while the shell runs.
struct SessionUpkeep: Service {
    let sessions: SessionStore
    var interval = Duration.seconds(600)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: interval)
                await sessions.removeEnded()
            }
        }
    }
}
