/// An invitation into an organization, which is accepted with a secret that only the invited person gets.
package struct Invitation: Hashable, Sendable {
    package let id: String
    package let organization: String
    package let email: String
    package let roles: [AssignedRole]
    /// The account of whoever invited; empty for the operator.
    package let inviter: String
    package let state: State
    package let created: Int
    package let expires: Int

    package enum State: String, Hashable, Sendable, Codable {
        case open, accepted, declined, revoked, expired
    }

    /// How long an invitation can be accepted, in seconds.
    static let lifetime = 7 * 86_400
}
