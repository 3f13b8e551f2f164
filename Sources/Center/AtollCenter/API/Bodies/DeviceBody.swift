struct DeviceBody: Decodable, Sendable, Documented {
    /// What the program calls itself, which people read before they permit it.
    let program: String

    static let schemaName = "Device"
    static let schema = JSONSchema.object(["program": .text(1...100)])
}
