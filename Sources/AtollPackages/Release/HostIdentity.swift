/// The app that runs mini apps, as statements and descriptors name it.
public struct HostIdentity: Hashable, Sendable {
    /// The super app's id, such as `com.example.lagoon`.
    public var superApp: String
    /// Its version, as numbers with dots between: what an operator may ask for at least.
    public var version: String
    /// The version of the mini app platform that it offers.
    public var platform: Int

    public init(superApp: String, version: String, platform: Int = 1) {
        self.superApp = superApp
        self.version = version
        self.platform = platform
    }

    /// The value of the header `Atoll-Host`, by which a device tells the Center what it is: `com.example.lagoon/1.2 platform/1`.
    public var header: String { "\(superApp)/\(version) platform/\(platform)" }

    /// Reads what ``header`` writes, at most 256 bytes; nil where it has another form.
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
    /// Numbers are compared one after another; what is left out is 0, and what is no number is before every number.
    public func isAtLeast(_ other: String) -> Bool {
        func numbers(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0) ?? -1 } }
        var (own, wanted) = (numbers(version), numbers(other))
        let count = max(own.count, wanted.count)
        own += Array(repeating: 0, count: count - own.count)
        wanted += Array(repeating: 0, count: count - wanted.count)
        return !own.lexicographicallyPrecedes(wanted)
    }
}
