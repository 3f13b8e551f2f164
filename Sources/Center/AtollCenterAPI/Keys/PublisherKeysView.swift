/// The keys that an organization signs with, and those that it has asked for.
package struct PublisherKeysView: Codable, Sendable {
    /// Under which it publishes; nil if it does not.
    package let publisher: String?
    /// The digest of the repository that a request must name; `nil` if the Center has no repository yet.
    package let repository: String?
    /// How many of its keys must sign; 0 if the review team has taken in none.
    package let threshold: Int
    /// The ids of its keys.
    package let keys: [String]
    package let requests: [KeyRequestView]

    package init(
        publisher: String? = nil, repository: String? = nil, threshold: Int, keys: [String], requests: [KeyRequestView]
    ) {
        self.publisher = publisher
        self.repository = repository
        self.threshold = threshold
        self.keys = keys
        self.requests = requests
    }
}
