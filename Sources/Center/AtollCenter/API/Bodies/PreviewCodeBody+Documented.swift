import AtollCenterAPI

extension PreviewCodeBody: Documented {
    static let schemaName = "PreviewCode"
    static let schema = JSONSchema.object(["code": .text(1...100)])
}
