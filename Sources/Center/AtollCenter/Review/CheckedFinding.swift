import AtollReview

/// A finding with the key by which it is recognized in a later version.
struct CheckedFinding: Codable, Hashable, Sendable {
    let key: String
    let finding: Finding
}
