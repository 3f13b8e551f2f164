import AtollCenterAPI

extension SignedInView: Documented {
    static let holdsSecret = true
    static let schemaName = "SignedIn"
    static let schema = JSONSchema.object([
        "secret": .text(1...100), "account": .text(1...64), "name": .text(1...100),
        "device": .text(1...200),
    ])
}
