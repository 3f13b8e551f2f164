import AtollCenterAPI

extension PreviewCodeBody: Documented {
    package static let schemaName = "PreviewCode"
    package static let schema = JSONSchema.object(["code": .text(1...100)])
}
