import AtollCenterAPI

extension SecretBody: Documented {
    package static let schemaName = "Secret"
    package static let schema = JSONSchema.object(["secret": .text(1...200)])
}
