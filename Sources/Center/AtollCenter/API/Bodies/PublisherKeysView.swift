import AtollPackages

/// The keys that an organization signs with, and those that it has asked for.
struct PublisherKeysView: Codable, Sendable, Documented {
    /// Under which it publishes; nil if it does not.
    let publisher: String?
    /// The digest of the repository that a request must name; nil if there is none yet.
    let repository: String?
    /// How many of its keys must sign; 0 if the review team has taken in none.
    let threshold: Int
    /// The ids of its keys.
    let keys: [String]
    let requests: [KeyRequestView]

    init(publisher: PublisherID?, repository: SHA256Hash?, present: PublisherFile?, requests: [KeyRequest]) {
        self.publisher = publisher?.rawValue
        self.repository = repository?.hex
        threshold = present?.threshold ?? 0
        keys = present?.keys.keys.sorted() ?? []
        self.requests = requests.map { KeyRequestView($0) }
    }

    static let schemaName = "PublisherKeys"
    static let schema = JSONSchema.object(
        [
            "publisher": .reverseDomain, "repository": .text(64...64), "threshold": .integer(0...20),
            "keys": .list(of: .text(64...64), upTo: 20),
            "requests": .list(of: .named(KeyRequestView.schemaName), upTo: 50),
        ], optional: ["publisher", "repository"])
    static var shape: DocumentedShape {
        DocumentedShape(
            name: schemaName,
            schemas: [schemaName: schema].merging(KeyRequestView.shape.schemas) { first, _ in first })
    }
}
