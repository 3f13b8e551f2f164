import AtollCenterAPI

extension DeviceBody: Documented {
    package static let schemaName = "Device"
    package static let schema = JSONSchema.object(["program": .text(1...100)])
}
