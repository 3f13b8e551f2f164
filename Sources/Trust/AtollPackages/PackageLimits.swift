/// The limits of a package. The reader and the checker enforce them before they store any of its bytes.
public struct PackageLimits: Hashable, Sendable {
    /// The maximum size of all uncompressed files together, in bytes.
    public var totalBytes = 20_000_000
    /// The maximum size of one uncompressed file, in bytes.
    public var fileBytes = 10_000_000
    /// The maximum number of files.
    public var files = 2_000
    /// The maximum number of uncompressed bytes for each compressed byte, in files larger than ``ratioFreeBytes``.
    public var ratio = 100
    /// The size up to which files are exempt from ``ratio``, in bytes: a few kilobytes of spaces do no harm.
    public var ratioFreeBytes = 16_384
    /// The maximum length of a path, in bytes of UTF-8.
    public var pathBytes = 255
    /// The maximum number of components in a path.
    public var depth = 16
    /// The maximum size of the manifest, in bytes.
    public var manifestBytes = 256 * 1024

    /// Creates the default limits.
    public init() {}

    /// The maximum size of an archive, in bytes: that of the largest files that can't be compressed, with headers and
    /// names of 200 bytes.
    public var archiveBytes: Int { totalBytes + archiveOverhead(files: files, pathBytes: files * 200) }

    /// Returns the number of bytes of an archive in addition to the contents of its files.
    func archiveOverhead(files: Int, pathBytes: Int) -> Int {
        files * (ArchiveFormat.localHeaderLength + ArchiveFormat.centralHeaderLength) + 2 * pathBytes
            + ArchiveFormat.endRecordLength
    }

    /// Whether the compression ratio of a file is within the limits.
    func allows(_ size: Int, compressedTo compressed: Int) -> Bool {
        size <= ratioFreeBytes || size <= compressed * ratio
    }
}
