import AtollCenterAPI
import AtollCenterDomain

extension SignInSourceBody: Documented {
    package static let schemaName = "SignInSource"
    package static let schema = JSONSchema.object([
        "issuer": .text(1...SignInSource.maximumLength), "keySet": .text(1...SignInSource.maximumLength),
    ])
}
