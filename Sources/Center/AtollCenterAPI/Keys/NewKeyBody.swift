package struct NewKeyBody: Codable, Sendable {
    package let name: String
    package let scopes: [String]
    /// The mini apps and super apps that it is limited to; none for all.
    package let ids: [String]?
    /// How long it is valid; 90 days by default.
    package let days: Int?

    package init(name: String, scopes: [String], ids: [String]? = nil, days: Int? = nil) {
        self.name = name
        self.scopes = scopes
        self.ids = ids
        self.days = days
    }
}
