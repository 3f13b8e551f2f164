import AtollPackages

/// The permissions that a user has granted or denied to mini apps: a value that a host stores.
public struct PermissionLedger: Hashable, Sendable, Codable {
    /// A user's decision on a permission.
    public enum Decision: String, Hashable, Sendable, Codable { case granted, denied }

    /// The decisions by mini app id, then by the permission's name.
    private var decisions: [String: [String: Decision]] = [:]

    /// Creates a ledger without decisions.
    public init() {}

    /// The decision on a permission, or nil if the user was not asked yet.
    public func decision(on permission: String, for id: MiniAppID) -> Decision? { decisions[id.rawValue]?[permission] }

    /// Records a decision, and replaces an earlier one.
    public mutating func decide(_ decision: Decision, on permission: String, for id: MiniAppID) {
        decisions[id.rawValue, default: [:]][permission] = decision
    }

    /// Removes a decision, so that the user is asked again.
    public mutating func forget(_ permission: String, for id: MiniAppID) {
        decisions[id.rawValue]?[permission] = nil
        if decisions[id.rawValue]?.isEmpty ?? false { decisions[id.rawValue] = nil }
    }

    /// The names of the permissions granted to a mini app, sorted.
    public func granted(to id: MiniAppID) -> [String] {
        (decisions[id.rawValue] ?? [:]).filter { $0.value == .granted }.keys.sorted()
    }

    /// The mini apps for which there are decisions, sorted by id.
    public var miniApps: [MiniAppID] { decisions.keys.sorted().compactMap { MiniAppID($0) } }

    /// All decisions for a mini app, sorted by the permission's name.
    public func decisions(for id: MiniAppID) -> [(permission: String, decision: Decision)] {
        (decisions[id.rawValue] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The permissions that a version may ask for and the user has not decided on yet, in the order of its manifest.
    public func undecided(of miniApp: InstalledMiniApp) -> [Manifest.Permission] {
        miniApp.permissions.filter { decision(on: $0.name, for: miniApp.manifest.id) == nil }
    }
}
