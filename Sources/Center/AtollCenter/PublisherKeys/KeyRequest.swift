import AtollPackages

/// Keys that an organization has asked to sign with, and what became of it.
struct KeyRequest: Sendable {
    enum State: String, CaseIterable, Sendable {
        /// It waits for the review team.
        case asked
        /// The organization has taken it back.
        case withdrawn
        /// The platform's administrators have refused it.
        case refused
        /// The review team has signed the keys: they count.
        case takenIn
    }

    let id: String
    let organization: String
    /// The document as it was sent.
    let document: String
    let request: PublisherRequest
    let comment: String
    let state: State
    /// The account that has asked.
    let asker: String
    /// Whether the keys before it have signed it too.
    let isConfirmed: Bool
    let created: Int
    let decided: Int?
    /// Why it was refused, or empty.
    let reason: String

    /// How often an organization may ask in 24 hours, and how many of its requests are kept.
    static let maximumPerDay = 20
    static let kept = 50

    /// The longest comment or reason, in characters.
    static let maximumText = 1_000
}
