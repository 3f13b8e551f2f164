import AtollCenterAPI

extension SignedInView: Documented {
    package static let holdsSecret = true
    package static let schemaName = "SignedIn"
    package static let schema = JSONSchema.object([
        "secret": .text(1...100), "account": .text(1...64), "name": .text(1...100),
        "device": .text(1...200),
    ])
}
