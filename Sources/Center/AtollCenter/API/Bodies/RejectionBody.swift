/// Why a reviewer refuses a version.
struct RejectionBody: Codable, Sendable, Documented {
    let reasons: [String]
    let comment: String

    static let schemaName = "Rejection"
    static let schema = JSONSchema.object([
        "reasons": .list(
            of: .one(of: RejectionReason.allCases.map(\.rawValue)), upTo: RejectionReason.allCases.count, from: 1),
        "comment": .text(1...VersionRecord.maximumText),
    ])
}
