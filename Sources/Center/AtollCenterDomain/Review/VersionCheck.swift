import AtollReview

/// The findings of the checks in a version.
package struct VersionCheck: Sendable {
    /// The version of the checks.
    package let checks: Int
    /// The version of the mini app that it was compared with: the last one that people had approved.
    package let base: Int?
    package let findings: [CheckedFinding]

    package init(checks: Int = PackageReview.version, base: Int? = nil, findings: [CheckedFinding] = []) {
        (self.checks, self.base, self.findings) = (checks, base, findings)
    }

    package func count(_ severity: Finding.Severity) -> Int { findings.count { $0.finding.severity == severity } }
}
