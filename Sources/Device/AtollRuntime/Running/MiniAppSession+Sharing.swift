import Foundation

/// The state of the user on the super app's server. They may decide on another device or on the web while the mini app
/// runs.
extension MiniAppSession {
    /// How old what the server has said may be.
    private static let freshness = Duration.seconds(30)
    /// For how long a call waits for the server: beyond that, it counts as out of reach, and what was known counts.
    private static let patience = Duration.seconds(2)

    /// The name under which the mini app knows the user, as the server says; nil without one.
    public var sharedUser: String? { shared?.user }

    /// Takes over what the user has decided elsewhere.
    func adopt(_ state: SharedMiniAppState) {
        shared = state
        var ledger = permissions.ledger
        for (name, decision) in state.decisions {
            ledger.adopt(decision, refusals: state.refusals[name] ?? 1, on: name, for: id)
        }
        for (name, _) in ledger.decisions(for: id) where state.decisions[name] == nil { ledger.forget(name, for: id) }
        permissions.adopt(ledger)
        adopted = now()
    }

    /// Asks the server, if what it has said is too old, and waits for its answer for a moment, as all calls do that
    /// come meanwhile.
    func refresh() async {
        guard let refreshing = refreshSoon(), let adopted else { return }
        let left = Self.patience - (now() - adopted)
        if left > .zero { _ = await BoundedWait.within(left) { await refreshing.value } }
    }

    /// Asks the server, if what it has said is too old.
    ///
    /// - Returns: The question that is under way, or nil.
    @discardableResult
    func refreshSoon() -> Task<Void, Never>? {
        if let refreshing { return refreshing }
        guard let sharing, let adopted, now() - adopted >= Self.freshness else { return nil }
        // A failed question is repeated after the same time.
        self.adopted = now()
        let (attempt, decided) = (attempt, decisions)
        let task = Task { [weak self, id] in
            let state = try? await sharing.state(of: id)
            guard let self else { return }
            refreshing = nil
            // A decision of the user here meanwhile is newer, and the next answer has it.
            guard let state, attempt == self.attempt, decided == decisions else { return }
            adopt(state)
        }
        refreshing = task
        return task
    }

    private var decisions: [String: PermissionLedger.Decision] {
        Dictionary(permissions.ledger.decisions(for: id).map { ($0.permission, $0.decision) }) { first, _ in first }
    }
}
