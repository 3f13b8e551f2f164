package struct NewKeyRequest: Codable, Sendable {
    /// A signed request, as `SignedPublisherRequest` encodes it.
    package let document: String
    package let comment: String?

    package init(document: String, comment: String? = nil) {
        self.document = document
        self.comment = comment
    }
}
