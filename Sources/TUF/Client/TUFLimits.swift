/// How much a client takes. What is announced is believed only up to here.
public struct TUFLimits: Hashable, Sendable {
    /// The longest root, timestamp, snapshot and targets metadata, in bytes.
    public var root = 512_000
    public var timestamp = 16_384
    public var snapshot = 2_000_000
    public var targets = 5_000_000
    /// The longest target, in bytes.
    public var target = 256 * 1024 * 1024
    /// How many roots are followed in one refresh.
    public var rootRotations = 256
    /// How many delegations are followed for one target.
    public var delegations = 32

    public init() {}
}
