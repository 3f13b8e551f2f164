/// What the checks find, with a limit for each code: a package made to flood the reviewer shows as much as anybody reads.
struct FindingList {
    /// How many findings of one code are kept.
    static let maximumOfCode = 50

    private(set) var findings: [Finding] = []
    private var counts: [String: Int] = [:]
    private var severities: [String: Finding.Severity] = [:]

    mutating func add(_ finding: Finding) {
        let count = counts[finding.code, default: 0] + 1
        counts[finding.code] = count
        severities[finding.code] = min(severities[finding.code] ?? .info, finding.severity)
        if count <= Self.maximumOfCode { findings.append(finding) }
    }

    /// The same about a place in a file.
    mutating func add(
        _ code: String, _ severity: Finding.Severity, _ file: SourceFile, at offset: Int?, _ text: String,
        advice: String
    ) {
        guard counts[code, default: 0] < Self.maximumOfCode else {
            counts[code, default: 0] += 1
            severities[code] = min(severities[code] ?? .info, severity)
            return
        }
        let place = offset.map { file.place(of: $0) }
        add(
            Finding(
                code, severity, path: file.path, line: place?.line, excerpt: place?.excerpt ?? "", text, advice: advice)
        )
    }

    /// All findings in order, with one for each code of which there are more.
    var sorted: [Finding] {
        let more = counts.filter { $0.value > Self.maximumOfCode }.map { code, count in
            Finding(
                code, severities[code] ?? .info, "There are \(count - Self.maximumOfCode) more of this kind.",
                advice: "Mend those that are shown; the others are shown then.")
        }
        return (findings + more).sorted(by: Finding.isBefore)
    }
}
