import AtollCenterAPI

extension DeviceBody: Documented {
    static let schemaName = "Device"
    static let schema = JSONSchema.object(["program": .text(1...100)])
}
