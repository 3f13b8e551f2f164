import AtollCenterAPI
import AtollPackages

/// A version of a super app on one platform.
package struct HostVersion: Hashable, Sendable {
    package let platform: HostPlatform
    /// Numbers separated by dots, such as `2.1`.
    package let version: String
    /// The version of the mini app platform that it offers.
    package let apiLevel: Int
    /// Whether mini apps may be submitted for it.
    package let isEnabled: Bool
    package let created: Int

    /// How many versions a super app may have, on all platforms.
    package static let maximumCount = 1_000

    /// Whether mini apps that need this much run in it.
    package func fits(apiLevel needed: Int, minimumHost: String?) -> Bool {
        guard isEnabled, apiLevel >= needed else { return false }
        guard let minimumHost else { return true }
        return isAtLeast(minimumHost)
    }

    private func identity(_ version: String) -> HostIdentity {
        HostIdentity(superApp: "", version: version, platform: apiLevel)
    }

    /// Whether this version is `other` or a later one.
    func isAtLeast(_ other: String) -> Bool { identity(version).isAtLeast(other) }

    /// Whether a text means this version: `2` means `2.0`.
    package func isSame(as other: String) -> Bool { isAtLeast(other) && identity(other).isAtLeast(version) }

    /// Whether a text is a version: one to four numbers, separated by dots, each without leading zeros.
    package static func isVersion(_ text: String) -> Bool {
        let parts = text.utf8.count <= 40 ? text.split(separator: ".", omittingEmptySubsequences: false) : []
        return (1...4).contains(parts.count)
            && parts.allSatisfy { part in UInt32(part).map { String($0) == part } ?? false }
    }
}
