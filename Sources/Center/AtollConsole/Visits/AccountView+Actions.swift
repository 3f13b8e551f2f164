import AtollCenterAPI

extension AccountView {
    /// Whether a role of the account permits an action for something.
    func mayDo(_ action: Action) -> Bool { organizations.contains { $0.actions.contains(action) } }
}
