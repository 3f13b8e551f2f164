import AtollPackages
import Foundation

/// The conditions under which a mini app may be opened. Mini apps share few distinct audiences, so a search compares
/// their numbers only.
package struct Audience: Hashable, Sendable, Codable {
    /// The user needs one of these roles; if empty, none is needed.
    package var roles: [String]
    /// The super apps that the publisher released it for.
    package var superApps: [String]
    /// The lowest platform version that can run it.
    package var minimumPlatform: Int
    /// The lowest version of the super app that the operator permits, or nil for any.
    package var minimumHost: String?

    /// Creates an audience, unchecked.
    package init(roles: [String], superApps: [String], minimumPlatform: Int, minimumHost: String?) {
        self.roles = roles
        self.superApps = superApps
        self.minimumPlatform = minimumPlatform
        self.minimumHost = minimumHost
    }

    /// Reads ``rule``.
    package init(rule: String) throws {
        self = try JSONDecoder.center.decode(Self.self, from: Data(rule.utf8))
    }

    /// The audience as databases store it: JSON, the same for equal audiences.
    package var rule: String {
        get throws { String(decoding: try JSONEncoder.center.encode(self), as: UTF8.self) }
    }

    package func includes(_ visitor: Visitor) -> Bool {
        (roles.isEmpty || !visitor.roles.isDisjoint(with: roles)) && superApps.contains(visitor.host.superApp)
            && minimumPlatform <= visitor.host.platform && minimumHost.map(visitor.host.isAtLeast) ?? true
    }
}
