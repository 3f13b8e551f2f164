/// The findings of the checks, with a limit for each code and severity: a package made to flood the reviewer shows no
/// more than people read, and no number of notes hides a fault.
struct FindingList {
    /// The number of findings of one code and severity that are stored.
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
        // The line is only looked for if it is shown.
        guard counts(code, severity) else { return }
        let place = offset.map { file.place(of: $0) }
        findings.append(
            Finding(
                code, severity, path: file.path, line: place?.line, excerpt: place?.excerpt ?? "", text, advice: advice)
        )
    }

    /// Counts a finding. Returns whether it is stored.
    private mutating func counts(_ code: String, _ severity: Finding.Severity) -> Bool {
        let kind = Kind(code: code, severity: severity)
        counts[kind, default: 0] += 1
        return counts[kind, default: 0] <= Self.maximumOfCode
    }

    /// All findings in order, with one for each kind of which there are more.
    var sorted: [Finding] {
        let more = counts.filter { $0.value > Self.maximumOfCode }.map { kind, count in
            Finding(
                kind.code, kind.severity, "There are \(count - Self.maximumOfCode) more of this kind.",
                advice: "Mend those that are shown; the others are shown then.")
        }
        return (findings + more).sorted(by: Finding.isBefore)
    }
}
