import AtollPackages

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
}
