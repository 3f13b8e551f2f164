import AtollPackages
import Foundation

/// The permissions that a user has granted or denied to mini apps: a value that a host stores.
public struct PermissionLedger: Hashable, Sendable, Codable {
    /// A user's decision on a permission.
    public enum Decision: String, Hashable, Sendable, Codable { case granted, denied }

    /// The record of a permission of a mini app.
    public struct Entry: Hashable, Sendable {
        /// The user's decision.
        public var decision: Decision
        /// How often the user has refused it: after two times, only the settings change the decision.
        public var refusals = 0
        /// When the mini app used it last; nil if it never has.
        public var lastUse: Date?
        /// How often the mini app has used it.
        public var uses = 0
    }

    /// How often a user is asked for a permission that they refuse.
    public static let maximumRefusals = 2

    /// The entries by mini app id, then by the permission's name.
    private var decisions: [String: [String: Entry]] = [:]
    /// How often the user has forgotten a mini app, by its id; nil in ledgers of earlier versions.
    private var forgotten: [String: Int]?

    /// Creates a ledger without decisions.
    public init() {}

    /// The decision on a permission, or nil if the user was not asked yet.
    public func decision(on permission: String, for id: MiniAppID) -> Decision? {
        decisions[id.rawValue]?[permission]?.decision
    }

    /// Records a decision, and replaces an earlier one.
    public mutating func decide(_ decision: Decision, on permission: String, for id: MiniAppID) {
        var entry = decisions[id.rawValue]?[permission] ?? Entry(decision: decision)
        entry.decision = decision
        // cannot trap: it stops at the maximum.
        entry.refusals = decision == .granted ? 0 : min(entry.refusals + 1, Self.maximumRefusals)
        decisions[id.rawValue, default: [:]][permission] = entry
    }

    /// Records a decision that the user has made in the settings: they are not asked again after a refusal.
    public mutating func settle(_ decision: Decision, on permission: String, for id: MiniAppID) {
        decide(decision, on: permission, for: id)
        if decision == .denied { decisions[id.rawValue]?[permission]?.refusals = Self.maximumRefusals }
    }

    /// Takes over a decision that was made elsewhere, with how often the user has refused.
    public mutating func adopt(_ decision: Decision, refusals: Int, on permission: String, for id: MiniAppID) {
        var entry = decisions[id.rawValue]?[permission] ?? Entry(decision: decision)
        entry.decision = decision
        entry.refusals = decision == .granted ? 0 : min(max(refusals, 1), Self.maximumRefusals)
        decisions[id.rawValue, default: [:]][permission] = entry
    }

    /// Notes that a mini app has used a permission.
    public mutating func noteUse(of permission: String, by id: MiniAppID, at time: Date) {
        guard var entry = decisions[id.rawValue]?[permission] else { return }
        entry.lastUse = time
        entry.uses &+= 1
        decisions[id.rawValue]?[permission] = entry
    }

    /// Removes a decision, so that the user is asked again.
    public mutating func forget(_ permission: String, for id: MiniAppID) {
        decisions[id.rawValue]?[permission] = nil
        if decisions[id.rawValue]?.isEmpty ?? false { decisions[id.rawValue] = nil }
    }

    /// Forgets a mini app: all decisions, and under which name it knew the user.
    public mutating func forgetAll(of id: MiniAppID) {
        keep(only: [], for: id)
        forgotten = forgotten ?? [:]
        forgotten?[id.rawValue, default: 0] &+= 1
    }

    /// How often the user has forgotten a mini app. It is a part of what makes their name there.
    public func timesForgotten(_ id: MiniAppID) -> Int { forgotten?[id.rawValue] ?? 0 }

    /// Removes the decisions on permissions that a mini app no longer asks for.
    public mutating func keep(only names: Set<String>, for id: MiniAppID) {
        for name in decisions[id.rawValue]?.keys.filter({ !names.contains($0) }) ?? [] { forget(name, for: id) }
    }

    /// The names of the permissions granted to a mini app, sorted.
    public func granted(to id: MiniAppID) -> [String] {
        (decisions[id.rawValue] ?? [:]).filter { $0.value.decision == .granted }.keys.sorted()
    }

    /// Where the permissions of a version are: those of its manifest that the operator does not deny.
    ///
    /// - Parameters:
    ///   - ofLaunch: What the user has decided for this launch only, by the permission's name: once, or not now.
    ///   - supported: The permissions that a method of the host uses: users are asked for no others, which would hold
    ///     for methods to come.
    public func states(
        of miniApp: InstalledMiniApp, ofLaunch: [String: Decision] = [:], supported: Set<String>
    ) -> [String: PermissionState] {
        var states: [String: PermissionState] = [:]
        for permission in miniApp.askablePermissions {
            guard supported.contains(TokenPermission.publicName(of: permission.name)) else { continue }
            let entry = decisions[miniApp.manifest.id.rawValue]?[permission.name]
            states[permission.name] =
                switch (ofLaunch[permission.name], entry) {
                case (_, let entry?) where entry.decision == .granted: .granted
                // The user has settled it, before or after an answer in this launch.
                case (_, let entry?) where entry.refusals >= Self.maximumRefusals: .denied
                case (.granted?, _): .granted
                case (.denied?, _): .denied
                case (nil, _): .prompt
                }
        }
        let tokens = states.filter { TokenPermission.publicName(of: $0.key) == TokenPermission.group }.map(\.value)
        // All of them together are where the one is that matters most to a mini app that asks.
        if let together = [.prompt, .denied, .granted].first(where: tokens.contains) {
            states[TokenPermission.group] = together
        }
        return states
    }

    /// The mini apps for which there are decisions, sorted by id.
    public var miniApps: [MiniAppID] { decisions.keys.sorted().compactMap { MiniAppID($0) } }

    /// All decisions for a mini app, sorted by the permission's name.
    public func decisions(for id: MiniAppID) -> [(permission: String, decision: Decision)] {
        entries(for: id).map { ($0.permission, $0.entry.decision) }
    }

    /// How often the user has refused what they refuse to a mini app.
    public func refusals(of id: MiniAppID) -> [String: Int] {
        (decisions[id.rawValue] ?? [:]).filter { $0.value.decision == .denied }.mapValues(\.refusals)
    }

    /// Returns the records of the permissions of a mini app, sorted by their names.
    public func entries(for id: MiniAppID) -> [(permission: String, entry: Entry)] {
        (decisions[id.rawValue] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension PermissionLedger.Entry: Codable {
    private enum CodingKeys: CodingKey { case decision, refusals, lastUse, uses }

    /// Reads an entry; earlier versions stored only the decision.
    public init(from decoder: any Decoder) throws {
        if let decision = try? decoder.singleValueContainer().decode(PermissionLedger.Decision.self) {
            self.init(decision: decision, refusals: decision == .denied ? PermissionLedger.maximumRefusals : 0)
            return
        }
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            decision: try fields.decode(PermissionLedger.Decision.self, forKey: .decision),
            refusals: try fields.decodeIfPresent(Int.self, forKey: .refusals) ?? 0,
            lastUse: try fields.decodeIfPresent(Date.self, forKey: .lastUse),
            uses: try fields.decodeIfPresent(Int.self, forKey: .uses) ?? 0)
    }
}
