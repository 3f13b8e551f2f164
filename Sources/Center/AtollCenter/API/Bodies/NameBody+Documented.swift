import AtollCenterAPI

extension NameBody: Documented {
    static let schemaName = "Name"
    static let schema = JSONSchema.object(["name": .text(1...100)])
}
