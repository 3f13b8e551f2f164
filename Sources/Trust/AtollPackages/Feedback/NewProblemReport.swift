/// A problem that a user reports: `POST /v1/miniapps/{id}/problems`.
public struct NewProblemReport: Codable, Hashable, Sendable {
    /// An id that the sender chooses, so that a report that is sent twice counts once: 32 hexadecimal digits.
    public let id: String
    /// The subject of the report.
    public let kind: ProblemReport.Kind
    /// The user's text: 1 to ``ProblemReport/maximumText`` Unicode scalars.
    public let text: String
    /// The code of the version that the user has.
    public let code: Int
    /// One of ``UsageReport/platforms``.
    public let platform: String

    /// Creates a report.
    public init(id: String = Self.newID(), kind: ProblemReport.Kind, text: String, code: Int, platform: String) {
        self.id = id
        self.kind = kind
        self.text = text
        self.code = code
        self.platform = platform
    }

    /// A new random id.
    public static func newID() -> String {
        (0..<16).map { _ in
            let byte = String(UInt8.random(in: 0...255), radix: 16)
            return byte.count == 1 ? "0" + byte : byte
        }.joined()
    }
}
