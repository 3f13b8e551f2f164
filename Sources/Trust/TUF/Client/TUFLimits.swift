/// The limits of a client. Announced lengths are accepted only up to these.
public struct TUFLimits: Hashable, Sendable {
    /// The maximum length of the root, in bytes.
    public var root = 512_000
    /// The maximum length of the timestamp, in bytes.
    public var timestamp = 16_384
    /// The maximum length of the snapshot, in bytes.
    public var snapshot = 2_000_000
    /// The maximum length of the metadata of a role of targets, in bytes.
    public var targets = 5_000_000
    /// The maximum length of a target, in bytes.
    public var target = 256 * 1024 * 1024
    /// The maximum number of roots that are followed in one refresh.
    public var rootRotations = 256
    /// The maximum number of delegations that are followed for one target.
    public var delegations = 32

    /// Creates the default limits.
    public init() {}
}
