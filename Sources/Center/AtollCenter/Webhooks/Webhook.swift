import AtollCenterAPI

/// An address that is told of what happens in an organization: each row of the audit log that it asks for, in order.
struct Webhook: Sendable {
    let id: String
    let organization: String
    let address: String
    /// A super app or a mini app, if it is about nothing else.
    let about: String?
    let isAboutSuperApp: Bool
    /// The actions that it asks for; empty for all.
    let actions: Set<AuditAction>
    let secret: [UInt8]
    let isOn: Bool
    /// The last row that it was told of.
    let number: Int
    /// How often the next one was tried.
    let failures: Int
    let next: Int
    /// What came of the last attempt.
    let message: String
    /// The account of whoever has added it.
    let maker: String
    let created: Int

    static let maximumOfOrganization = 20
    /// After how many seconds a row is tried again; after the last, the hook is switched off.
    static let pauses = [5, 300, 1_800, 7_200, 18_000, 36_000]
    /// For how many seconds a process has a hook to itself.
    static let lease = 60
}
