import AtollPackages
import AtollRuntime

/// Forgets a mini app for a user: afterwards it is as if they had never opened it.
struct MiniAppForgetting: Sendable {
    let consents: ConsentStore
    let issued: IssuedTokens
    let kept: ShellBridge
    let pairwiseNames: PairwiseNames
    /// How many names back something may have been left.
    private static let earlierNames = 10

    /// Removes what the user has decided, what is stored for them and the tokens about them; the mini app knows them by
    /// another name from now on.
    func forget(_ id: MiniAppID, of user: User) async throws {
        let times = try await consents.timesForgotten(id, by: user.id)
        try await consents.forget(id, of: user.id)
        await issued.revokeAll(of: user.id, for: id)
        // The data under the name that is no longer used, and under earlier ones if the disk failed at that time.
        var failure: (any Error)?
        for earlier in (max(0, times - Self.earlierNames)...times).reversed() {
            let name = pairwiseNames.name(of: user.id, in: id, forgotten: earlier)
            do { try await kept.forget(id, user: user, name: name) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
