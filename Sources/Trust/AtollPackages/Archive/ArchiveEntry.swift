import Foundation

/// An entry of an archive's central directory.
struct ArchiveEntry {
    var path: String
    var rawName: Data
    var flags: UInt16
    var method: UInt16
    var checksum: UInt32
    var compressedSize: Int
    var size: Int
    var headerOffset: Int
    var isFolder: Bool
    /// The ZIP version needed to read the entry and its modification time; the local header must repeat both.
    var versionNeeded: UInt16
    var time: UInt32
    var extra: Data
}
