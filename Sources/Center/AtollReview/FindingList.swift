/// The findings of the checks, with a limit for each code and severity. A package made to flood the reviewer shows only
/// a readable number, and no number of notes hides what must be fixed.
struct FindingList {
    /// The maximum number of findings of one code and severity.
    static let maximumOfCode = 50

    private struct Kind: Hashable {
        let code: String
        let severity: Finding.Severity
    }

    private(set) var findings: [Finding] = []
    private var counts: [Kind: Int] = [:]

    mutating func add(_ finding: Finding) {
        guard counts(finding.code, finding.severity) else { return }
        findings.append(finding)
    }

    /// Adds a finding about a position in a file.
    mutating func add(
        _ code: String, _ severity: Finding.Severity, _ file: SourceFile, at offset: Int?, _ text: String,
        advice: String
    ) {
        // The line is computed only for findings that are added.
        guard counts(code, severity) else { return }
        let place = offset.map { file.place(of: $0) }
        findings.append(
            Finding(
                code, severity, path: file.path, line: place?.line, excerpt: place?.excerpt ?? "", text, advice: advice)
        )
    }

    /// Counts a finding, and returns whether it is within the limit.
    private mutating func counts(_ code: String, _ severity: Finding.Severity) -> Bool {
        let kind = Kind(code: code, severity: severity)
        counts[kind, default: 0] += 1
        return counts[kind, default: 0] <= Self.maximumOfCode
    }

    /// All findings in order, with an additional one for each kind that exceeds the limit.
    var sorted: [Finding] {
        let more = counts.filter { $0.value > Self.maximumOfCode }.map { kind, count in
            Finding(
                kind.code, kind.severity, "There are \(count - Self.maximumOfCode) more of this kind.",
                advice: "Fix those that are shown to see the others.")
        }
        return (findings + more).sorted(by: Finding.isBefore)
    }
}
