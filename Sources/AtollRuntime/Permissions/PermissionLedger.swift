import AtollPackages

/// What a user has allowed mini apps to do, and what they have not: a value that a host keeps.
public struct PermissionLedger: Hashable, Sendable, Codable {
    public enum Decision: String, Hashable, Sendable, Codable { case granted, denied }

    /// By mini app, then by the permission's name.
    private var decisions: [String: [String: Decision]] = [:]

    public init() {}

    /// What was decided, or nil where the user was not asked yet.
    public func decision(on permission: String, for id: MiniAppID) -> Decision? { decisions[id.rawValue]?[permission] }

    public mutating func decide(_ decision: Decision, on permission: String, for id: MiniAppID) {
        decisions[id.rawValue, default: [:]][permission] = decision
    }

    /// Forgets what was decided, so that it is asked again.
    public mutating func forget(_ permission: String, for id: MiniAppID) {
        decisions[id.rawValue]?[permission] = nil
        if decisions[id.rawValue]?.isEmpty ?? false { decisions[id.rawValue] = nil }
    }

    /// The names of what a mini app may do, sorted.
    public func granted(to id: MiniAppID) -> [String] {
        (decisions[id.rawValue] ?? [:]).filter { $0.value == .granted }.keys.sorted()
    }

    /// The mini apps that anything was decided for, sorted.
    public var miniApps: [MiniAppID] { decisions.keys.sorted().compactMap { MiniAppID($0) } }

    /// Everything that was decided for a mini app, sorted by name.
    public func decisions(for id: MiniAppID) -> [(permission: String, decision: Decision)] {
        (decisions[id.rawValue] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// What a version may ask for that was not decided yet, in the order of its manifest.
    public func undecided(of miniApp: InstalledMiniApp) -> [Manifest.Permission] {
        miniApp.permissions.filter { decision(on: $0.name, for: miniApp.manifest.id) == nil }
    }
}
