import AtollCenterAPI

extension CITokenBody: Documented {
    static let schemaName = "CIToken"
    static let schema = JSONSchema.object([
        "token": .text(1...IdentityToken.maximumLength), "miniApp": .reverseDomain,
    ])
}
