import AtollCenterAPI

extension CIKeyView: Documented {
    package static let holdsSecret = true
    package static let schemaName = "CIKey"
    package static let schema = JSONSchema.object(["secret": .text(1...200), "expires": .time])
}
