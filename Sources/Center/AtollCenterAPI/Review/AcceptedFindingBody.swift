/// The word with which a reviewer accepts a finding.
package struct AcceptedFindingBody: Codable, Sendable {
    package let key: String
    package let comment: String

    package init(key: String, comment: String) {
        self.key = key
        self.comment = comment
    }
}
