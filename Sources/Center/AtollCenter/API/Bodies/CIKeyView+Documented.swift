import AtollCenterAPI

extension CIKeyView: Documented {
    static let holdsSecret = true
    static let schemaName = "CIKey"
    static let schema = JSONSchema.object(["secret": .text(1...200), "expires": .time])
}
