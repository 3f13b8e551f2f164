import AtollCenterAPI
import AtollPackages
import Foundation

/// A version of a mini app, as the Center stores it.
package struct StoredVersion: Sendable {
    package let listing: MiniAppListing
    package let publisher: PublisherID
    /// The publisher's statement about it.
    package var statement: SignedStatement
    package var state = VersionState.draft
    /// The time of the last change to its state.
    package var changed = Date(timeIntervalSince1970: 0)
    /// Which devices receive it, if any do.
    package var rollout = Rollout()
    /// The lowest version of the super app that the operator permits, or nil for any.
    package var minimumHost: String?
    /// The epoch of the mini app's floors in which it was published.
    package var epoch = 0
    /// The time and the reason of its withdrawal, or nil.
    package var withdrawal: (date: Date, reason: String)?

    /// Whether its files are stored.
    package var hasFiles = true

    package init(
        listing: MiniAppListing, publisher: PublisherID, statement: SignedStatement, state: VersionState = .draft,
        changed: Date = Date(timeIntervalSince1970: 0), rollout: Rollout = Rollout(), minimumHost: String? = nil,
        epoch: Int = 0, withdrawal: (date: Date, reason: String)? = nil, hasFiles: Bool = true
    ) {
        self.listing = listing
        self.publisher = publisher
        self.statement = statement
        self.state = state
        self.changed = changed
        self.rollout = rollout
        self.minimumHost = minimumHost
        self.epoch = epoch
        self.withdrawal = withdrawal
        self.hasFiles = hasFiles
    }

    package var code: Int { listing.version.code }

    /// Whether it was withdrawn, so that no device starts it.
    package var isWithdrawn: Bool { withdrawal != nil }
}
