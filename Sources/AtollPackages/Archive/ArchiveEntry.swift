import Foundation

/// What an archive's central directory says of one file.
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
    /// The version of the format that is needed, and when the file was changed: local headers say the same.
    var versionNeeded: UInt16
    var time: UInt32
    var extra: Data
}
