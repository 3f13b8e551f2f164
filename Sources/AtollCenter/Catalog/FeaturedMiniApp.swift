import AtollPackages
import Foundation

/// A mini app that a super app features for a period of time. Its position is its index in the list.
struct FeaturedMiniApp: Hashable, Sendable, Codable {
    let miniApp: MiniAppID
    let from: Date
    let to: Date
}
