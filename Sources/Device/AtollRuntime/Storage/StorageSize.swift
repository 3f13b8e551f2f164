/// How much is stored in an area.
public struct StorageSize: Hashable, Sendable {
    /// The bytes of keys and values.
    public let used: Int
    /// How many there may be.
    public let limit: Int
    /// The number of keys.
    public let keys: Int

    /// Describes a size.
    public init(used: Int, limit: Int, keys: Int) {
        self.used = used
        self.limit = limit
        self.keys = keys
    }
}
