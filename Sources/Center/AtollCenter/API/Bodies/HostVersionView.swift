struct HostVersionView: Codable, Sendable, Documented {
    let platform: String
    let version: String
    let apiLevel: Int
    let isEnabled: Bool
    let created: Int

    init(_ version: HostVersion) {
        platform = version.platform.rawValue
        self.version = version.version
        apiLevel = version.apiLevel
        isEnabled = version.isEnabled
        created = version.created
    }

    static let schemaName = "HostVersion"
    static let schema = JSONSchema.object([
        "platform": .one(of: HostPlatform.allCases.map(\.rawValue)), "version": .text(1...40),
        "apiLevel": .integer(1...1_000), "isEnabled": .bool, "created": .time,
    ])
}
