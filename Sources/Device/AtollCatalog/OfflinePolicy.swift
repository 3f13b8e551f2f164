import AtollPackages
import Foundation

/// For how long cached mini apps open while the Center is out of reach.
public struct OfflinePolicy: Hashable, Sendable {
    /// The days since the Center was last reached; 0 if nothing may open without it.
    public var maxDays: Int

    /// Creates a policy.
    ///
    /// - Precondition: `maxDays` is not negative.
    public init(maxDays: Int = 30) {
        precondition(maxDays >= 0, "A limit is 0 or more.")
        self.maxDays = maxDays
    }
}
