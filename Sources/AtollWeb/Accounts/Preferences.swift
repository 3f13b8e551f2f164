import AtollHub
import AtollPackages
import DurableFiles
import Foundation

/// A user's preferences for the shell.
struct Preferences: Codable, Hashable, Sendable {
    var hubLayout = HubLayout.oneColumn
    var hub = HubMemory()

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        hubLayout = try values.decodeIfPresent(HubLayout.self, forKey: .hubLayout) ?? .oneColumn
        hub = try values.decodeIfPresent(HubMemory.self, forKey: .hub) ?? HubMemory()
    }
}
