extension Answers {
    /// The keys that an organization signs with, and those it has asked for.
    struct PublisherKeys: Decodable, Sendable {
        struct Request: Decodable, Sendable {
            let id: String
            let state: String
            let threshold: Int
            let keys: [String]
            let isConfirmed: Bool
            let comment: String
            let created: Int
            let reason: String
        }
        let publisher: String?
        let threshold: Int
        let keys: [String]
        let requests: [Request]
    }
}
