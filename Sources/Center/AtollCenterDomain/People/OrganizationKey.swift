/// An API key of an organization, as people see it.
package struct OrganizationKey: Hashable, Sendable {
    package let id: String
    package let organization: String?
    /// The name that its creator has given it.
    package let name: String
    /// The account that made it; nil for the operator.
    package let maker: String?
    package let scopes: [String]
    /// The mini apps and super apps that it is limited to; none for all.
    package let ids: [String]
    package let created: Int
    package let expires: Int
    /// When it was used last, to within some minutes.
    package let used: Int?

    /// The trusted publisher whose CI job got it; `nil` for a key that a person created.
    package let trustedPublisher: String?

    /// How long a key of a CI job is valid, in seconds.
    static let lifetimeInCI = 15 * 60
    /// How often the time of the last use is written, in seconds.
    package static let usedInterval = 5 * 60
    /// How long a key may be valid, in days.
    package static let maximumDays = 366
    /// How many keys an organization may have.
    package static let maximumCount = 200
}
