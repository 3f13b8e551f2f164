package struct CIView: Codable, Sendable {
    /// Nil if the Center takes no tokens, because it does not know its address.
    package let audience: String?
    package let issuers: [String]

    package init(audience: String? = nil, issuers: [String]) {
        self.audience = audience
        self.issuers = issuers
    }
}
