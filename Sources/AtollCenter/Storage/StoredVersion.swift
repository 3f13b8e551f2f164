import AtollPackages
import Foundation

/// A version as the Center keeps it.
struct StoredVersion: Sendable {
    let listing: MiniAppListing
    let publisher: PublisherID
    /// The publisher's word for it.
    var statement: SignedStatement
    /// The version of the super app that its operator asks for.
    var minimumHost: String?
    /// Which epoch of its publisher's floors it was published in.
    var epoch = 0
    /// When and why it was withdrawn, or nil.
    var withdrawal: (date: Date, reason: String)?

    /// Whether it was withdrawn: no device begins to run it.
    var isWithdrawn: Bool { withdrawal != nil }

    var state: ReleaseDescriptor.State { isWithdrawn ? .withdrawn : .live }
}
