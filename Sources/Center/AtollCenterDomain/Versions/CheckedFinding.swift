import AtollReview

/// A finding with the key by which it is recognized in a later version.
package struct CheckedFinding: Codable, Hashable, Sendable {
    package let key: String
    package let finding: Finding

    package init(key: String, finding: Finding) {
        self.key = key
        self.finding = finding
    }
}
