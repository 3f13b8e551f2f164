/// The secret of one session, so that requests that began for one user are not sent on behalf of the next.
actor SessionOfOne {
    private let accounts: any LagoonAccounts
    private var first: String?

    init(_ accounts: any LagoonAccounts) { self.accounts = accounts }

    /// The secret, as long as it is that of the first call.
    func secret() async -> String? {
        guard let current = await accounts.sessionSecret() else { return nil }
        first = first ?? current
        return first == current ? current : nil
    }
}
