import AtollPackages
import Foundation

/// Who may open a mini app. There are few different ones, however many mini apps there are, so that a search compares
/// numbers.
struct Audience: Hashable, Sendable, Codable {
    /// One of these roles is needed; none where the list is empty.
    var roles: [String]
    /// The super apps that its publisher made it for.
    var superApps: [String]
    /// The version of the platform that it needs.
    var minimumPlatform: Int
    /// The version of the super app that its operator asks for.
    var minimumHost: String?

    func includes(_ visitor: Visitor) -> Bool {
        (roles.isEmpty || !visitor.roles.isDisjoint(with: roles)) && superApps.contains(visitor.host.superApp)
            && minimumPlatform <= visitor.host.platform && minimumHost.map(visitor.host.isAtLeast) ?? true
    }
}

/// Who asks, and with what.
struct Visitor: Hashable, Sendable {
    let roles: Set<String>
    let host: HostIdentity
}
