import AtollPackages
import Foundation

/// A version of a mini app, as the Center stores it.
struct StoredVersion: Sendable {
    let listing: MiniAppListing
    let publisher: PublisherID
    /// The publisher's statement about it.
    var statement: SignedStatement
    /// The lowest version of the super app that the operator permits, or nil for any.
    var minimumHost: String?
    /// The epoch of the mini app's floors in which it was published.
    var epoch = 0
    /// The time and the reason of its withdrawal, or nil.
    var withdrawal: (date: Date, reason: String)?

    /// Whether it was withdrawn, so that no device starts it.
    var isWithdrawn: Bool { withdrawal != nil }

    var state: ReleaseDescriptor.State { isWithdrawn ? .withdrawn : .live }
}
