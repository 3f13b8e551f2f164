import AtollPackages
import Foundation

/// Something in a package that its developer or a reviewer should look at.
public struct Finding: Hashable, Sendable, Codable {
    /// How much a finding matters.
    public enum Severity: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
        /// The version can't be submitted.
        case block
        /// A reviewer decides.
        case warn
        /// It is only for information.
        case info

        /// Whether the first severity is higher.
        public static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }

        private var rank: Int {
            switch self {
            case .block: 0
            case .warn: 1
            case .info: 2
            }
        }
    }

    /// The maximum length of a text, in bytes. A longer one is cut to as many scalars.
    private static let maximumText = 1_000

    /// The check that found it, such as `script-eval`. The codes are stable.
    public let code: String
    /// The severity of the finding.
    public let severity: Severity
    /// The file, or nil if it is about the package as a whole.
    public let path: String?
    /// The line in the file, from 1; nil if it is about the file as a whole.
    public let line: Int?
    /// The problem, in a sentence.
    public let text: String
    /// The suggested change, in a sentence.
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
        // Names in a package may have any length.
        self.text =
            text.utf8.count <= Self.maximumText ? text : String(text.unicodeScalars.prefix(Self.maximumText)) + " …"
        self.advice = advice
        self.excerpt = excerpt
    }

    /// Whether it only counts the findings of its kind that are not shown.
    public var isCount: Bool { path == nil && text.hasPrefix("There are ") && text.hasSuffix(" more of this kind.") }

    /// The key by which a finding is recognized in a later version: the same check, in the same bytes, on the same
    /// line.
    public func key(in files: FileList) -> String {
        let digest = path.flatMap { files.digest(ofFileAt: $0)?.hex } ?? ""
        // The manifest changes with each version, so only the text of its findings counts, not its digest.
        let parts = [code, path ?? "", path == Manifest.path ? "" : digest, excerpt, text]
        return String(SHA256Hash(of: Data(parts.joined(separator: "\u{0}").utf8)).hex.prefix(32))
    }

    /// Whether the first finding is shown before the second: by severity, then by file and line.
    public static func isBefore(_ first: Finding, _ second: Finding) -> Bool {
        if first.severity != second.severity { return first.severity < second.severity }
        let (one, other) = (first.path ?? "", second.path ?? "")
        if one != other { return one.utf8.lexicographicallyPrecedes(other.utf8) }
        if first.line != second.line { return first.line ?? 0 < second.line ?? 0 }
        if first.code != second.code { return first.code < second.code }
        return first.text < second.text
    }
}
