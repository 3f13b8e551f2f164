import AtollPackages
import AtollRuntime

/// Forgets a mini app for a user: afterwards it is as if they had never opened it.
struct MiniAppForgetting: Sendable {
    let consents: ConsentStore
    let issued: IssuedTokens
    let kept: ShellBridge
    let pairwiseNames: PairwiseNames
    /// The number of earlier names under which data may remain.
    private static let earlierNames = 10

    /// Removes the user's decisions, the data stored for them and the tokens about them. From then on, the mini app
    /// knows them by another name.
    func forget(_ id: MiniAppID, of user: User) async throws {
        let times = try await consents.timesForgotten(id, by: user.id)
        try await consents.forget(id, of: user.id)
        await issued.revokeAll(of: user.id, for: id)
        // Removes the data under the name that is no longer used, and under earlier ones if the disk failed at that
        // time.
        var failure: (any Error)?
        for earlier in (max(0, times - Self.earlierNames)...times).reversed() {
            let name = pairwiseNames.name(of: user.id, in: id, forgotten: earlier)
            do { try await kept.forget(id, user: user, name: name) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
