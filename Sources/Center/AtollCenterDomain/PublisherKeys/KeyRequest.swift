import AtollPackages

/// Keys that an organization has asked to sign with, and what became of it.
package struct KeyRequest: Sendable {
    package enum State: String, CaseIterable, Sendable {
        /// It waits for the review team.
        case asked
        /// The organization has taken it back.
        case withdrawn
        /// The platform's administrators have refused it.
        case refused
        /// The review team has signed the keys: they count.
        case takenIn
    }

    package let id: String
    package let organization: String
    /// The document as it was sent.
    package let document: String
    package let request: PublisherRequest
    package let comment: String
    package let state: State
    /// The account that has asked.
    package let asker: String
    /// Whether the keys before it have signed it too.
    package let isConfirmed: Bool
    package let created: Int
    package let decided: Int?
    /// Why it was refused, or empty.
    package let reason: String

    /// The number of requests that an organization may send in 24 hours, and the number that are stored.
    static let maximumPerDay = 20
    package static let kept = 50

    /// The longest comment or reason, in characters.
    package static let maximumText = 1_000
}
