import AtollCenterAPI

extension SecretBody: Documented {
    static let schemaName = "Secret"
    static let schema = JSONSchema.object(["secret": .text(1...200)])
}
