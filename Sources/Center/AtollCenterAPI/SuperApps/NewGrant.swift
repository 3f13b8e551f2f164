package struct NewGrant: Codable, Sendable {
    package let organization: String
    package let comment: String?

    package init(organization: String, comment: String? = nil) {
        self.organization = organization
        self.comment = comment
    }
}
