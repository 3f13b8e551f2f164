import AtollReview

/// What the checks have found in a version.
struct VersionCheck: Sendable {
    /// The version of the checks.
    let checks: Int
    /// The version of the mini app that it was compared with: the last one that people had approved.
    let base: Int?
    let findings: [CheckedFinding]

    init(checks: Int = PackageReview.version, base: Int? = nil, findings: [CheckedFinding] = []) {
        (self.checks, self.base, self.findings) = (checks, base, findings)
    }

    func count(_ severity: Finding.Severity) -> Int { findings.count { $0.finding.severity == severity } }
}
