import AtollCenterAPI
import AtollCenterDomain

package struct NewHostVersion: Decodable, Sendable, Documented {
    package let platform: HostPlatform
    package let version: String
    package let apiLevel: Int

    private enum CodingKeys: CodingKey { case platform, version, apiLevel }

    package init(from decoder: any Decoder) throws {
        try decoder.allow(only: ["platform", "version", "apiLevel"])
        let container = try decoder.container(keyedBy: CodingKeys.self)
        platform = try HostPlatform(named: container.decode(String.self, forKey: .platform))
        version = try container.decode(String.self, forKey: .version)
        apiLevel = try container.decode(Int.self, forKey: .apiLevel)
    }

    package static let schemaName = "NewHostVersion"
    package static let schema = JSONSchema.object([
        "platform": .one(of: HostPlatform.allCases.map(\.rawValue)), "version": .text(1...40),
        "apiLevel": .integer(1...1_000),
    ])
}

extension HostPlatform {
    /// - Throws: ``ActionError/invalid(_:_:)``.
    package init(named name: String) throws(ActionError) {
        guard let platform = HostPlatform(rawValue: name) else {
            throw .invalid("platform", "must be one of " + Self.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self = platform
    }
}
