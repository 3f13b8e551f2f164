import AtollPackages
import AtollReview

/// The reason that a folder is not a valid mini app, or a finding for its developer.
package struct FolderProblem: Hashable, Sendable, Codable {
    /// The rule or the check, such as `missing-page`.
    package let code: String
    /// The severity: `block`, `warn` or `info`.
    package let severity: Finding.Severity
    /// The file, or nil if it is about the folder as a whole.
    package let path: String?
    /// The line in the file, from 1.
    package let line: Int?
    /// The problem, in a sentence.
    package let text: String
    /// The suggested change, in a sentence; empty if the text includes it.
    package let advice: String
    /// The beginning of the line.
    package let excerpt: String

    init(_ finding: Finding) {
        code = finding.code
        severity = finding.severity
        path = finding.path
        line = finding.line
        text = finding.text
        advice = finding.advice
        excerpt = finding.excerpt
    }

    /// Creates a problem from the reason that a folder is not a valid mini app.
    ///
    /// - Parameter text: Returns the text of the file at a path, in which the line is searched for.
    init(_ refusal: PackageRefusal, text contents: (String) -> String?) {
        code = refusal.rule.rawValue
        severity = .block
        let place = refusal.subject ?? ""
        let isOfManifest = refusal.rule == .manifest || place.hasPrefix("pages[") || place.hasPrefix("icons[")
        path = isOfManifest ? Manifest.path : refusal.subject
        text = isOfManifest && place != Manifest.path && !place.isEmpty ? "\(place): \(refusal.reason)" : refusal.reason
        advice = ""
        let file = path.flatMap(contents) ?? ""
        line = Self.line(in: refusal.reason) ?? (isOfManifest ? Self.line(of: place, in: file) : nil)
        excerpt = line.flatMap { Self.excerpt(of: file, line: $0) } ?? ""
    }

    /// Creates a problem without a rule.
    init(code: String, path: String? = nil, _ text: String, advice: String = "") {
        self.code = code
        severity = .block
        self.path = path
        line = nil
        self.text = text
        self.advice = advice
        excerpt = ""
    }

    /// The line that a sentence names: "… in line 3, column 7".
    private static func line(in text: String) -> Int? {
        guard let range = text.range(of: "line ") else { return nil }
        return Int(text[range.upperBound...].prefix { $0.isNumber })
    }

    /// The line of the last member of a path such as `version.code`. Each member is searched for after the one before
    /// it.
    private static func line(of member: String, in manifest: String) -> Int? {
        var place = manifest.startIndex
        var found: String.Index?
        for name in member.split(whereSeparator: { ".[]".contains($0) }) where Int(name) == nil {
            guard let range = manifest.range(of: "\"\(name)\"", range: place..<manifest.endIndex) else { return nil }
            (place, found) = (range.upperBound, range.lowerBound)
        }
        return found.map { manifest[..<$0].count { $0.isNewline } + 1 }
    }

    private static func excerpt(of text: String, line: Int) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1) else { return nil }
        return String(lines[line - 1].trimmingPrefix(while: \.isWhitespace).prefix(120))
    }
}
