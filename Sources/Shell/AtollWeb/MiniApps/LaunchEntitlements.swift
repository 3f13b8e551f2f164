import AtollCatalog
import AtollPackages
import BoundedHTTP

/// Checks whether users may still use the mini apps that they have open.
///
/// The Center decides, and its decision can change after a launch. It is therefore asked again, at most once a minute
/// for each session and mini app. While it can't be reached, a launch that it has allowed stays valid.
actor LaunchEntitlements {
    private struct Key: Hashable {
        let session: SHA256Hash
        let miniApp: MiniAppID
    }

    private let ask: @Sendable (_ session: SHA256Hash, MiniAppID, _ fileList: SHA256Hash?) async -> Bool
    private let now: @Sendable () -> ContinuousClock.Instant
    private var answers: [Key: (isAllowed: Bool, asked: ContinuousClock.Instant)] = [:]

    private static let lifetime = Duration.seconds(60)
    private static let capacity = 10_000

    /// - Parameters:
    ///   - now: Returns the current time.
    ///   - ask: Asks the Center whether the user of a session may open a mini app; for a preview, this version of it.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        ask: @escaping @Sendable (_ session: SHA256Hash, MiniAppID, _ fileList: SHA256Hash?) async -> Bool
    ) {
        self.now = now
        self.ask = ask
    }

    /// Whether a launch is still valid.
    func stillAllow(_ launch: Session.Launch) async -> Bool {
        // The launch names its version: the user may have opened another link since, which must not affect an earlier
        // launch.
        if launch.miniApp.isPreview { return await asked(launch.session, launch.miniApp, launch.fileList) }
        return await stillAllow(launch.session, launch.miniApp)
    }

    /// Whether the user of a session may still use a mini app.
    func stillAllow(_ session: SHA256Hash, _ miniApp: MiniAppID) async -> Bool {
        if miniApp.isPreview { return await asked(session, miniApp, nil) }
        let key = Key(session: session, miniApp: miniApp)
        let time = now()
        if let answer = answers[key], time - answer.asked < Self.lifetime { return answer.isAllowed }
        if answers.count >= Self.capacity { answers = answers.filter { time - $0.value.asked < Self.lifetime } }
        if answers.count >= Self.capacity { answers = [:] }
        let isAllowed = await asked(session, miniApp, nil)
        answers[key] = (isAllowed, time)
        return isAllowed
    }

    /// Asks the Center, in the turn of the session: requests to the origins of mini apps have no other turn.
    private func asked(_ session: SHA256Hash, _ miniApp: MiniAppID, _ fileList: SHA256Hash?) async -> Bool {
        await TransferTurn.$holder.withValue("session \(session)") { await ask(session, miniApp, fileList) }
    }
}
