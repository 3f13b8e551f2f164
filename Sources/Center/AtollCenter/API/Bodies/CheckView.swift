import AtollReview

/// What the checks have found in a version.
struct CheckView: Codable, Sendable, Documented {
    /// A finding, and whether a reviewer has accepted it.
    struct Item: Codable, Sendable {
        let key: String
        let code: String
        let severity: String
        let path: String?
        let line: Int?
        let excerpt: String
        let text: String
        let advice: String
        /// What the reviewer said who has accepted it, here or in an earlier version.
        let accepted: String?
        let acceptedBy: String?
    }

    /// Whether the version was checked: those from before there were checks were not.
    let isChecked: Bool
    /// The code of the version that it was compared with.
    let base: Int?
    /// When, in seconds since 1970.
    let checked: Int?
    let findings: [Item]

    init(
        _ found: (check: VersionCheck, time: Int)?, rendered: [CheckedFinding] = [],
        accepted: [String: AcceptedFinding]
    ) {
        isChecked = found != nil
        base = found?.check.base
        checked = found?.time
        let all = ((found?.check.findings ?? []) + rendered).sorted { Finding.isBefore($0.finding, $1.finding) }
        findings = all.map { item in
            let finding = item.finding
            return Item(
                key: item.key, code: finding.code, severity: finding.severity.rawValue, path: finding.path,
                line: finding.line, excerpt: finding.excerpt, text: finding.text, advice: finding.advice,
                accepted: accepted[item.key]?.comment, acceptedBy: accepted[item.key]?.account)
        }
    }

    static let schemaName = "Checks"
    static let schema = JSONSchema.object(
        [
            "isChecked": .bool, "base": .integer(1...(1 << 53)), "checked": .time,
            "findings": .list(
                of: .object(
                    [
                        "key": .text(32...32), "code": .text(1...40),
                        "severity": .one(of: Finding.Severity.allCases.map(\.rawValue)), "path": .text(),
                        "line": .integer(1...(1 << 53)), "excerpt": .text(), "text": .text(), "advice": .text(),
                        "accepted": .text(), "acceptedBy": .text(),
                    ], optional: ["path", "line", "accepted", "acceptedBy"]), upTo: 10_000),
        ], optional: ["base", "checked"])
}
