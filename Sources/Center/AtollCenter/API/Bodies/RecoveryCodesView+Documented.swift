import AtollCenterAPI
import AtollCredentials

extension RecoveryCodesView: Documented {
    static let holdsSecret = true
    static let schemaName = "RecoveryCodes"
    static let schema = JSONSchema.object([
        "codes": .list(of: .text(19...19), upTo: RecoveryCodes.count, from: RecoveryCodes.count)
    ])
}
