import AtollCenterAPI

extension CodeBody: Documented {
    package static let schemaName = "Code"
    package static let schema = JSONSchema.object(["code": .text(6...40)])
}
