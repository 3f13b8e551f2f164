import AtollCenterAPI

/// A URL that receives events of an organization: each row of the audit log that it asks for, in order.
package struct Webhook: Sendable {
    package let id: String
    package let organization: String
    package let address: String
    /// A super app or a mini app, if it is about nothing else.
    package let about: String?
    let isAboutSuperApp: Bool
    /// The actions that it asks for; empty for all.
    package let actions: Set<AuditAction>
    package let secret: [UInt8]
    package let isOn: Bool
    /// The last row that it received.
    package let number: Int
    /// How often the next one was tried.
    package let failures: Int
    package let next: Int
    /// The result of the last attempt.
    package let message: String
    /// The account of its creator.
    package let maker: String
    package let created: Int

    static let maximumOfOrganization = 20
    /// After how many seconds a row is tried again; after the last, the hook is switched off.
    static let pauses = [5, 300, 1_800, 7_200, 18_000, 36_000]
    /// For how many seconds a process has a hook to itself.
    static let lease = 60
}
