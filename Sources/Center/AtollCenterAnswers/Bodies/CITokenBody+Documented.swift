import AtollCenterAPI
import AtollCenterDomain

extension CITokenBody: Documented {
    package static let schemaName = "CIToken"
    package static let schema = JSONSchema.object([
        "token": .text(1...IdentityToken.maximumLength), "miniApp": .reverseDomain,
    ])
}
