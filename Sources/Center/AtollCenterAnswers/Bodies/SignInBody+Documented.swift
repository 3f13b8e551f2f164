import AtollCenterAPI

extension SignInBody: Documented {
    package static let schemaName = "SignIn"
    package static let schema = JSONSchema.object(
        ["email": .text(3...254), "password": .text(1...1_000), "code": .text(6...40), "device": .text(1...200)],
        optional: ["code", "device"])
}
