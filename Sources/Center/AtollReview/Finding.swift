import AtollPackages
import Foundation

/// Something in a package that its developer or a reviewer should look at.
public struct Finding: Hashable, Sendable, Codable {
    /// How much a finding matters.
    public enum Severity: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
        /// It prevents a version from being submitted.
        case block
        /// A reviewer decides about it.
        case warn
        /// It is worth knowing.
        case info

        /// Whether the first matters more.
        public static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }

        private var rank: Int {
            switch self {
            case .block: 0
            case .warn: 1
            case .info: 2
            }
        }
    }

    /// The longest text, in bytes; a longer one is cut to as many scalars.
    private static let maximumText = 1_000

    /// The check that found it, such as `script-eval`. The codes are stable.
    public let code: String
    /// How much it matters.
    public let severity: Severity
    /// The file, or nil if it is about the package as a whole.
    public let path: String?
    /// The line in the file, from 1; nil if it is about the file as a whole.
    public let line: Int?
    /// The finding, in a sentence.
    public let text: String
    /// The advice, in a sentence.
    public let advice: String
    /// The beginning of the line, by which the finding is recognized in a later version; empty without a line.
    public let excerpt: String

    /// Creates a finding.
    public init(
        _ code: String, _ severity: Severity, path: String? = nil, line: Int? = nil, excerpt: String = "",
        _ text: String, advice: String
    ) {
        self.code = code
        self.severity = severity
        self.path = path
        self.line = line
        // A package may name things as long as it likes.
        self.text =
            text.utf8.count <= Self.maximumText ? text : String(text.unicodeScalars.prefix(Self.maximumText)) + " …"
        self.advice = advice
        self.excerpt = excerpt
    }

    /// Whether it only counts those of its kind that are not shown.
    public var isCount: Bool { path == nil && text.hasPrefix("There are ") && text.hasSuffix(" more of this kind.") }

    /// By what a finding is recognized in a later version: the same check, in the same bytes, at the same line.
    public func key(in files: FileList) -> String {
        let digest = path.flatMap { files.digest(ofFileAt: $0)?.hex } ?? ""
        // For the manifest, which changes with each version, only the text counts.
        let parts = [code, path ?? "", path == Manifest.path ? "" : digest, excerpt, text]
        return String(SHA256Hash(of: Data(parts.joined(separator: "\u{0}").utf8)).hex.prefix(32))
    }

    /// The order in which findings are shown: what matters most first, then by file and line.
    public static func isBefore(_ first: Finding, _ second: Finding) -> Bool {
        if first.severity != second.severity { return first.severity < second.severity }
        let (one, other) = (first.path ?? "", second.path ?? "")
        if one != other { return one.utf8.lexicographicallyPrecedes(other.utf8) }
        if first.line != second.line { return first.line ?? 0 < second.line ?? 0 }
        if first.code != second.code { return first.code < second.code }
        return first.text < second.text
    }
}
