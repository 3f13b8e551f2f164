import AtollCenterAPI
import AtollPackages
import Foundation
import SignedJSON

/// A mini app that a super app features for a period of time. Its position is its index in the list.
package struct FeaturedMiniApp: Hashable, Sendable, Codable {
    package let miniApp: MiniAppID
    package let from: Date
    package let to: Date

    private enum CodingKeys: CodingKey { case miniApp, from, to }

    /// Creates a period of whole seconds, as it is written in JSON.
    package init(miniApp: MiniAppID, from: Date, to: Date) {
        self.miniApp = miniApp
        self.from = Date(timeIntervalSince1970: from.timeIntervalSince1970.rounded(.down))
        self.to = Date(timeIntervalSince1970: to.timeIntervalSince1970.rounded(.down))
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            miniApp: try container.decode(MiniAppID.self, forKey: .miniApp),
            from: try Self.date(.from, in: container), to: try Self.date(.to, in: container))
    }

    /// A time of the calendar in whole seconds, as answers have it.
    private static func date(_ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>) throws -> Date {
        guard let date = Timestamp.date(try container.decode(String.self, forKey: key)) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "Expected a time such as 2027-03-01T09:00:00Z.")
        }
        return date
    }

    /// From when to when, for the audit log.
    package var times: String { "\(Timestamp.text(from)) to \(Timestamp.text(to))" }

    /// Whether both are of one mini app, and one begins before the other ends.
    package func overlaps(_ other: FeaturedMiniApp) -> Bool {
        miniApp == other.miniApp && from < other.to && other.from < to
    }

    /// Its state at a time, unless it was cancelled.
    package func state(at now: Date) -> FeaturedPeriodView.State {
        if to <= now { return .completed }
        return from <= now ? .active : .scheduled
    }
}
