package struct HostVersionView: Codable, Sendable {
    package let platform: String
    package let version: String
    package let apiLevel: Int
    package let isEnabled: Bool
    package let created: Int

    package init(platform: String, version: String, apiLevel: Int, isEnabled: Bool, created: Int) {
        self.platform = platform
        self.version = version
        self.apiLevel = apiLevel
        self.isEnabled = isEnabled
        self.created = created
    }
}
