import AtollCenterAPI
import AtollCenterDomain

extension HostVersionView: Documented {
    package init(_ version: HostVersion) {
        self.init(
            platform: version.platform.rawValue,
            version: version.version,
            apiLevel: version.apiLevel,
            isEnabled: version.isEnabled,
            created: version.created)
    }

    package static let schemaName = "HostVersion"
    package static let schema = JSONSchema.object([
        "platform": .one(of: HostPlatform.allCases.map(\.rawValue)), "version": .text(1...40),
        "apiLevel": .integer(1...1_000), "isEnabled": .bool, "created": .time,
    ])
}
