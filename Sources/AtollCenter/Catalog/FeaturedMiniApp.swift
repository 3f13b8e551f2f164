import AtollPackages
import Foundation

/// A mini app that a super app features for a period of time. Its position is its index in the list.
package struct FeaturedMiniApp: Hashable, Sendable, Codable {
    package let miniApp: MiniAppID
    package let from: Date
    package let to: Date

    /// What becomes of a period.
    package enum State: String, Sendable, Codable, CaseIterable {
        case scheduled, active, completed, cancelled
    }

    package init(miniApp: MiniAppID, from: Date, to: Date) {
        self.miniApp = miniApp
        self.from = from
        self.to = to
    }

    /// Its state at a time, unless it was cancelled.
    func state(at now: Date) -> State {
        if to <= now { return .completed }
        return from <= now ? .active : .scheduled
    }
}
