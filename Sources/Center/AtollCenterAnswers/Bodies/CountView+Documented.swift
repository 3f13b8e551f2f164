import AtollCenterAPI

extension CountView: Documented {
    package static let schemaName = "Count"
    package static let schema = JSONSchema.object(["count": .integer(0...Int.max)])
}
