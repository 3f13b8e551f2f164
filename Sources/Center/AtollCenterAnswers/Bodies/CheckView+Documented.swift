import AtollCenterAPI
import AtollCenterDomain
import AtollReview

extension CheckView: Documented {
    package init(
        _ found: (check: VersionCheck, time: Int)?, rendered: [CheckedFinding] = [],
        accepted: [String: AcceptedFinding]
    ) {
        let all = ((found?.check.findings ?? []) + rendered).sorted { Finding.isBefore($0.finding, $1.finding) }
        let findings = all.map { item in
            let finding = item.finding
            return Item(
                key: item.key, code: finding.code, severity: finding.severity.rawValue, path: finding.path,
                line: finding.line, excerpt: finding.excerpt, text: finding.text, advice: finding.advice,
                accepted: accepted[item.key]?.comment, acceptedBy: accepted[item.key]?.account)
        }
        self.init(
            isChecked: found != nil,
            base: found?.check.base,
            checked: found?.time,
            findings: findings)
    }

    package static let schemaName = "Checks"
    package static let schema = JSONSchema.object(
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
