import AtollCenterAPI

struct NewHostVersion: Decodable, Sendable, Documented {
    let platform: HostPlatform
    let version: String
    let apiLevel: Int

    private enum CodingKeys: CodingKey { case platform, version, apiLevel }

    init(from decoder: any Decoder) throws {
        try decoder.allow(only: ["platform", "version", "apiLevel"])
        let container = try decoder.container(keyedBy: CodingKeys.self)
        platform = try HostPlatform(named: container.decode(String.self, forKey: .platform))
        version = try container.decode(String.self, forKey: .version)
        apiLevel = try container.decode(Int.self, forKey: .apiLevel)
    }

    static let schemaName = "NewHostVersion"
    static let schema = JSONSchema.object([
        "platform": .one(of: HostPlatform.allCases.map(\.rawValue)), "version": .text(1...40),
        "apiLevel": .integer(1...1_000),
    ])
}

extension HostPlatform {
    /// - Throws: ``ActionError/invalid(_:_:)``.
    init(named name: String) throws(ActionError) {
        guard let platform = HostPlatform(rawValue: name) else {
            throw .invalid("platform", "must be one of " + Self.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self = platform
    }
}
