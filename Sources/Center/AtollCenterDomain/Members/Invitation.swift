import AtollCenterAPI

/// An invitation into an organization, which is accepted with a secret that only the invited person gets.
package struct Invitation: Hashable, Sendable {
    package let id: String
    package let organization: String
    package let email: String
    package let roles: [AssignedRole]
    /// The account of the inviter; empty for the operator.
    package let inviter: String
    package let state: State
    package let created: Int
    package let expires: Int

    package enum State: String, Hashable, Sendable, Codable {
        case open, accepted, declined, revoked, expired
    }

    /// How long an invitation can be accepted, in seconds.
    package static let lifetime = 7 * 86_400
    /// How many invitations of an organization may be open at a time.
    static let maximumOpen = 300
    /// How many invitations are mailed to one address within ``mailPeriod``, by all organizations together.
    static let mailsToAddress = 3
    /// How many invitations an organization has mailed within ``mailPeriod``.
    static let mailsOfOrganization = 100
    /// The period of the limits on mail, in seconds.
    static let mailPeriod = 3 * 3_600
}
