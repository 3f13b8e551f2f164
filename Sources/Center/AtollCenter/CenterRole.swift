/// The part of a Center's work that a process does. Several processes can share the work if they share a database and a
/// bucket.
public enum CenterRole: String, Sendable, CaseIterable {
    /// Serves requests, and signs what is published.
    case all
    /// Serves requests, and leaves signing to others: it has no keys.
    case web
    /// Signs what is published, and serves only requests about its own health.
    case signer

    /// Whether the process needs the Center's keys.
    public var signs: Bool { self != .web }
    /// Whether the process serves everything.
    public var serves: Bool { self != .signer }
}
