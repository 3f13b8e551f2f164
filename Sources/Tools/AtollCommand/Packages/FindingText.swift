import AtollReview
import PrintableText

/// Findings as text for a terminal.
enum FindingText {
    /// The lines for each finding, and a summary at the end.
    static func lines(of findings: [Finding]) -> [String] {
        findings.flatMap(lines) + [summary(of: findings)]
    }

    private static func lines(of finding: Finding) -> [String] {
        var place = finding.path?.printable() ?? "the package"
        if let line = finding.line { place += ":\(line)" }
        var lines = [
            "\(finding.severity.rawValue) \(finding.code) \(place)", "    \(finding.text.printable(most: 600))",
        ]
        if !finding.excerpt.isEmpty { lines.append("    > \(finding.excerpt.printable())") }
        return lines + ["    \(finding.advice.printable(most: 600))"]
    }

    /// The number of findings of each severity.
    static func summary(of findings: [Finding]) -> String {
        func count(_ severity: Finding.Severity, _ one: String, _ many: String) -> String {
            let count = findings.count { $0.severity == severity }
            return "\(count) \(count == 1 ? one : many)"
        }
        if findings.isEmpty { return "All checks passed." }
        return [
            count(.block, "error", "errors"),
            count(.warn, "warning", "warnings"),
            count(.info, "note", "notes"),
        ].joined(separator: ", ") + "."
    }
}
