/// The findings of the checks in a version.
package struct CheckView: Codable, Sendable {
    /// Whether the version was checked: those from before there were checks were not.
    package let isChecked: Bool
    /// The code of the version that it was compared with.
    package let base: Int?
    /// When, in seconds since 1970.
    package let checked: Int?
    package let findings: [Item]

    /// A finding, and whether a reviewer has accepted it.
    package struct Item: Codable, Sendable {
        package let key: String
        package let code: String
        package let severity: String
        package let path: String?
        package let line: Int?
        package let excerpt: String
        package let text: String
        package let advice: String
        /// The reason of the reviewer who accepted the finding, here or in an earlier version.
        package let accepted: String?
        package let acceptedBy: String?

        package init(
            key: String, code: String, severity: String, path: String? = nil, line: Int? = nil, excerpt: String,
            text: String, advice: String, accepted: String? = nil, acceptedBy: String? = nil
        ) {
            self.key = key
            self.code = code
            self.severity = severity
            self.path = path
            self.line = line
            self.excerpt = excerpt
            self.text = text
            self.advice = advice
            self.accepted = accepted
            self.acceptedBy = acceptedBy
        }
    }

    package init(isChecked: Bool, base: Int? = nil, checked: Int? = nil, findings: [Item]) {
        self.isChecked = isChecked
        self.base = base
        self.checked = checked
        self.findings = findings
    }
}
