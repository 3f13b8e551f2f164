import AtollPackages
import Foundation

/// A mini app that a super app shows first for a time. Its position is that in the list.
struct FeaturedMiniApp: Hashable, Sendable, Codable {
    let miniApp: MiniAppID
    let from: Date
    let to: Date
}
