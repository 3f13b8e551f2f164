/// The app that runs mini apps, as statements and descriptors refer to it.
public struct HostIdentity: Hashable, Sendable {
    /// The super app's id, such as `com.example.lagoon`.
    public var superApp: String
    /// The super app's version, as numbers separated by dots. An operator can require a minimum.
    public var version: String
    /// The version of the mini app platform that it offers.
    public var platform: Int

    /// The version of the platform that this version of the libraries offers: the API level of the bridge.
    public static let offeredPlatform = 2

    /// Creates an identity, unchecked.
    public init(superApp: String, version: String, platform: Int = HostIdentity.offeredPlatform) {
        self.superApp = superApp
        self.version = version
        self.platform = platform
    }

    /// The value of the `Atoll-Host` header, which identifies the super app to the Center: `com.example.lagoon/1.2
    /// platform/2`.
    public var header: String { "\(superApp)/\(version) platform/\(platform)" }

    /// Parses a value of the `Atoll-Host` header, of at most 256 bytes, or returns nil if it has another form.
    public init?(header: String) {
        guard header.utf8.count <= 256 else { return nil }
        let parts = header.split(separator: " ", omittingEmptySubsequences: false).map {
            $0.split(separator: "/", omittingEmptySubsequences: false)
        }
        guard parts.count == 2, parts[0].count == 2, parts[1].count == 2, parts[1][0] == "platform",
            !parts[0][0].isEmpty, !parts[0][1].isEmpty, let platform = Int(parts[1][1]), platform > 0
        else { return nil }
        self.init(superApp: String(parts[0][0]), version: String(parts[0][1]), platform: platform)
    }

    /// Whether this version is `other` or a later one.
    ///
    /// Numbers are compared one by one. A missing number counts as 0, and anything that is not a number sorts before
    /// every number.
    public func isAtLeast(_ other: String) -> Bool {
        func numbers(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0) ?? -1 } }
        var (own, wanted) = (numbers(version), numbers(other))
        let count = max(own.count, wanted.count)
        own += Array(repeating: 0, count: count - own.count)
        wanted += Array(repeating: 0, count: count - wanted.count)
        return !own.lexicographicallyPrecedes(wanted)
    }
}
