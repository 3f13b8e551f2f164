import AtollCenterAPI

extension CodeBody: Documented {
    static let schemaName = "Code"
    static let schema = JSONSchema.object(["code": .text(6...40)])
}
