import AtollHub
import AtollPackages
import DurableFiles
import Foundation

/// A user's preferences for the shell.
struct Preferences: Codable, Hashable, Sendable {
    /// The layout of the hub; nil for the dense list.
    var hubLayout: HubLayout?
    var hub = HubMemory()

    /// The name of the dense list, in forms and style sheets. Users who have chosen neither case of `HubLayout` see it.
    static let list = "list"

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        hubLayout = try values.decodeIfPresent(HubLayout.self, forKey: .hubLayout)
        hub = try values.decodeIfPresent(HubMemory.self, forKey: .hub) ?? HubMemory()
    }
}
