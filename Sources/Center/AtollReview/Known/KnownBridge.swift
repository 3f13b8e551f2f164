import Foundation

/// The functions that the bridge offers to mini apps, generated from its description (`bridge.json`).
struct KnownBridge: Decodable {
    /// The functions and members of `atoll.js`, by group. Those outside a group are in the group with an empty name.
    let groups: [String: [String]]
    /// The methods that need a permission, by the permission's name.
    let permissions: [String: [String]]

    static let current: KnownBridge = {
        do {
            return try DataFile.decoded("bridge")
        } catch {
            preconditionFailure("The module's own data can't be read: \(error)")
        }
    }()

    /// Whether a group has a function or member.
    func has(_ name: String, in group: String) -> Bool { groups[group]?.contains(name) ?? false }
}
