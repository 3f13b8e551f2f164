package struct SuperAppView: Codable, Sendable {
    package let id: String
    package let organization: String
    package let name: String
    package let isDisabled: Bool
    package let policy: PolicyBody
    package let signIn: SignInSourceView?
    package let created: Int
    package let revision: Int
    /// The actions that the reader may take.
    package let actions: Actions

    package init(
        id: String, organization: String, name: String, isDisabled: Bool, policy: PolicyBody,
        signIn: SignInSourceView? = nil, created: Int, revision: Int, actions: Actions
    ) {
        self.id = id
        self.organization = organization
        self.name = name
        self.isDisabled = isDisabled
        self.policy = policy
        self.signIn = signIn
        self.created = created
        self.revision = revision
        self.actions = actions
    }
}
