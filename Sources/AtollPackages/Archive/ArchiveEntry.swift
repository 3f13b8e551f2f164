/// What an archive's central directory says of one file.
struct ArchiveEntry {
    var path: String
    var rawName: ArraySlice<UInt8>
    var flags: UInt16
    var method: UInt16
    var checksum: UInt32
    var compressedSize: Int
    var size: Int
    var headerOffset: Int
    var isFolder: Bool
}
