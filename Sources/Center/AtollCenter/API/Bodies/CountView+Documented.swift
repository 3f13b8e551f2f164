import AtollCenterAPI

extension CountView: Documented {
    static let schemaName = "Count"
    static let schema = JSONSchema.object(["count": .integer(0...Int.max)])
}
