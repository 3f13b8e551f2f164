import AtollCenterAPI
import AtollCredentials

extension RecoveryCodesView: Documented {
    package static let holdsSecret = true
    package static let schemaName = "RecoveryCodes"
    package static let schema = JSONSchema.object([
        "codes": .list(of: .text(19...19), upTo: RecoveryCodes.count, from: RecoveryCodes.count)
    ])
}
