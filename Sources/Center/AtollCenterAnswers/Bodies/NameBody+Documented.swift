import AtollCenterAPI

extension NameBody: Documented {
    package static let schemaName = "Name"
    package static let schema = JSONSchema.object(["name": .text(1...100)])
}
