import AtollCenterAPI

extension SignInSourceBody: Documented {
    static let schemaName = "SignInSource"
    static let schema = JSONSchema.object([
        "issuer": .text(1...SignInSource.maximumLength), "keySet": .text(1...SignInSource.maximumLength),
    ])
}
