import AtollPackages

/// The limits of a storage area.
public struct StorageLimits: Hashable, Sendable {
    /// The maximum length of a key, in bytes of UTF-8; at least 1.
    public var keyBytes = 100
    /// The maximum length of a value, in bytes of UTF-8.
    public var valueBytes = 512 * 1024
    /// The maximum total length of an area's keys and values, in bytes of UTF-8.
    public var areaBytes = 10 * 1024 * 1024
    /// The maximum number of keys in an area.
    public var keys = 5_000

    /// The default limits.
    public init() {}
}
