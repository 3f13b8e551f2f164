/// Which devices receive a version.
package struct Rollout: Hashable, Sendable, Codable {
    /// How many of 10,000 devices: 1 to 9,999, 0 for those of the groups only, 10,000 for all.
    package var permyriad: Int
    /// Names of groups that receive it, independently of the share; at most ``maximumGroups``.
    package var groups: [String]
    /// Whether only devices that have it already run it.
    package var isHeld: Bool

    /// The share that means every device.
    package static let everyone = 10_000
    /// How many groups a version may be released to.
    package static let maximumGroups = 5
    /// The longest name of a group, in bytes.
    package static let maximumGroupName = 40

    package init(permyriad: Int = everyone, groups: [String] = [], isHeld: Bool = false) {
        self.permyriad = permyriad
        self.groups = groups
        self.isHeld = isHeld
    }
}
