/// Why a reviewer refuses a version.
package struct RejectionBody: Codable, Sendable {
    package let reasons: [String]
    package let comment: String

    package init(reasons: [String], comment: String) {
        self.reasons = reasons
        self.comment = comment
    }
}
