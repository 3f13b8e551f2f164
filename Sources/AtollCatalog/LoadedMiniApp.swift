import AtollPackages
import Foundation

/// A mini app that was loaded, and how.
public struct LoadedMiniApp: Sendable {
    public let miniApp: InstalledMiniApp
    public let origin: Origin

    /// Where it came from.
    public enum Origin: Hashable, Sendable {
        /// It is the release that this device accepts now.
        case current
        /// The Center is out of reach: it is what was accepted when the Center was last heard, at this time.
        case offline(since: Date)
    }
}

/// For how long cached mini apps open while the Center is out of reach.
public struct OfflinePolicy: Hashable, Sendable {
    /// In days since the Center was last heard; 0 for not at all.
    public var maxDays: Int

    /// - Precondition: `maxDays` is not negative.
    public init(maxDays: Int = 30) {
        precondition(maxDays >= 0, "A limit is 0 or more.")
        self.maxDays = maxDays
    }
}
