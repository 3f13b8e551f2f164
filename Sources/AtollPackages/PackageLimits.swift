/// How large a package may be. The reader and the checker hold every package to these before a byte of it is kept.
public struct PackageLimits: Hashable, Sendable {
    /// The archive itself and the files in it together, each in bytes.
    public var totalBytes = 20_000_000
    /// One file, uncompressed, in bytes.
    public var fileBytes = 10_000_000
    /// The number of files.
    public var files = 2_000
    /// Uncompressed bytes to a compressed one, for each file larger than ``ratioFreeBytes``.
    public var ratio = 100
    /// Files up to this size are not held to ``ratio``: a few kilobytes of spaces harm nobody.
    public var ratioFreeBytes = 16_384
    /// A path, in bytes of UTF-8.
    public var pathBytes = 255
    /// The components of a path.
    public var depth = 16
    /// The manifest, in bytes.
    public var manifestBytes = 256 * 1024

    public init() {}
}
