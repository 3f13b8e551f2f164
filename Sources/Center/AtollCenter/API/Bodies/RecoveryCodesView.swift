import AtollCredentials

struct RecoveryCodesView: Codable, Sendable, Documented {
    /// Each signs in once in place of a code of the app.
    let codes: [String]

    static let holdsSecret = true
    static let schemaName = "RecoveryCodes"
    static let schema = JSONSchema.object([
        "codes": .list(of: .text(19...19), upTo: RecoveryCodes.count, from: RecoveryCodes.count)
    ])
}
