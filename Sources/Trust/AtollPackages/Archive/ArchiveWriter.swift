import Foundation

/// A reproducible writer of `.ma` archives: the same files give the same bytes. Files are sorted by path, without
/// dates, owners or comments, and each is deflated if that makes it smaller, but not so much smaller that
/// ``ArchiveReader`` takes it for an attack.
public struct ArchiveWriter: Sendable {
    private let limits: PackageLimits

    /// Creates a writer.
    public init() { self.init(limits: PackageLimits()) }

    /// Creates a writer for a reader with these limits.
    init(limits: PackageLimits) { self.limits = limits }

    /// The archive of `files`.
    ///
    /// - Precondition: Names and sizes are within ``PackageLimits`` (so no ZIP64 is needed), and no two names are
    ///   equal.
    public func archive(of files: [PackageFile]) -> Data {
        var archive = ByteWriter()
        var directory = ByteWriter()
        for file in files.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
            let offset = UInt32(archive.bytes.count)
            let contents = [UInt8](file.contents)
            let compressed = Deflate.deflate(contents).flatMap { compressed in
                limits.allows(contents.count, compressedTo: compressed.count) ? compressed : nil
            }
            let name = Array(file.path.utf8)

            let common = ByteWriter.make { header in
                header.uint16(20)  // version needed: 2.0
                header.uint16(ArchiveFormat.Flag.utf8)
                header.uint16(compressed == nil ? ArchiveFormat.Method.stored : ArchiveFormat.Method.deflated)
                header.uint16(0)  // midnight
                header.uint16(0x21)  // of 1 January 1980, the format's first day
                header.uint32(Deflate.checksum(contents))
                header.uint32(UInt32(compressed?.count ?? contents.count))
                header.uint32(UInt32(contents.count))
                header.uint16(UInt16(name.count))
                header.uint16(0)  // no extra field
            }
            archive.uint32(ArchiveFormat.localHeader)
            archive.append(common)
            archive.append(name)
            archive.append(compressed ?? contents)

            directory.uint32(ArchiveFormat.centralHeader)
            directory.uint16(3 << 8 | 20)  // made by: Unix, 2.0
            directory.append(common)
            directory.uint16(0)  // no comment
            directory.uint16(0)  // first disk
            directory.uint16(0)  // internal attributes
            directory.uint32(0o100644 << 16)  // a regular file
            directory.uint32(offset)
            directory.append(name)
        }
        let offset = UInt32(archive.bytes.count)
        archive.append(directory.bytes)
        archive.uint32(ArchiveFormat.endRecord)
        archive.uint16(0)
        archive.uint16(0)
        archive.uint16(UInt16(files.count))
        archive.uint16(UInt16(files.count))
        archive.uint32(UInt32(directory.bytes.count))
        archive.uint32(offset)
        archive.uint16(0)
        return Data(archive.bytes)
    }
}

/// Collects bytes and little-endian numbers.
private struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    static func make(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
        var writer = ByteWriter()
        body(&writer)
        return writer.bytes
    }

    mutating func uint16(_ value: UInt16) {
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }

    mutating func uint32(_ value: UInt32) {
        uint16(UInt16(truncatingIfNeeded: value))
        uint16(UInt16(truncatingIfNeeded: value >> 16))
    }

    mutating func append(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }
}
