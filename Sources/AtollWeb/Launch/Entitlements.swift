import AtollCatalog
import AtollPackages

/// Whether users may still open what they have opened.
///
/// The Center decides that, and may have changed its mind since a mini app was launched; so it is asked again, but not
/// more than once a minute for each user and mini app. While it can't be reached, a launch that it allowed goes on.
actor Entitlements {
    private struct Key: Hashable {
        let session: BlobDigest
        let miniApp: MiniAppID
    }

    private let ask: @Sendable (_ session: BlobDigest, MiniAppID) async -> Bool
    private let now: @Sendable () -> ContinuousClock.Instant
    private var answers: [Key: (isAllowed: Bool, asked: ContinuousClock.Instant)] = [:]

    private static let lifetime = Duration.seconds(60)
    private static let capacity = 10_000

    /// - Parameter ask: Whether the user of a session may open a mini app.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        ask: @escaping @Sendable (_ session: BlobDigest, MiniAppID) async -> Bool
    ) {
        self.now = now
        self.ask = ask
    }

    /// Whether what was launched may go on.
    func stillAllow(_ launch: Session.Launch) async -> Bool {
        let key = Key(session: launch.session, miniApp: launch.miniApp)
        let time = now()
        if let answer = answers[key], time - answer.asked < Self.lifetime { return answer.isAllowed }
        if answers.count >= Self.capacity { answers = answers.filter { time - $0.value.asked < Self.lifetime } }
        if answers.count >= Self.capacity { answers = [:] }
        let isAllowed = await ask(launch.session, launch.miniApp)
        answers[key] = (isAllowed, time)
        return isAllowed
    }
}
