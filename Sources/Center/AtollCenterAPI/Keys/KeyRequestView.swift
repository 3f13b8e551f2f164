package struct KeyRequestView: Codable, Sendable {
    package let id: String
    package let organization: String
    package let publisher: String
    package let state: String
    /// How many of the keys must sign.
    package let threshold: Int
    /// The ids of the keys.
    package let keys: [String]
    /// Whether the keys before it have signed it too.
    package let isConfirmed: Bool
    package let comment: String
    package let asker: String
    package let created: Int
    package let decided: Int?
    package let reason: String
    package let document: String?

    package init(
        id: String, organization: String, publisher: String, state: String, threshold: Int, keys: [String],
        isConfirmed: Bool, comment: String, asker: String, created: Int, decided: Int? = nil, reason: String,
        document: String? = nil
    ) {
        self.id = id
        self.organization = organization
        self.publisher = publisher
        self.state = state
        self.threshold = threshold
        self.keys = keys
        self.isConfirmed = isConfirmed
        self.comment = comment
        self.asker = asker
        self.created = created
        self.decided = decided
        self.reason = reason
        self.document = document
    }
}
