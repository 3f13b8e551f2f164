import AtollPackages

/// Where the records of packs lie that updates were cut out of.
struct PackPlaces {
    typealias Record = (digest: SHA256Hash, range: Range<Int>)

    private var records: [SHA256Hash: [Record]] = [:]
    private var count = 0

    /// How many records are known at a time, in all packs: each takes 48 bytes. What is not known is located again.
    private static let capacity = 200_000

    /// The records of a pack, and its length; nil if they are not known.
    subscript(fileList: SHA256Hash) -> (records: [Record], end: Int)? {
        records[fileList].map { ($0, $0.last?.range.upperBound ?? BlobPack.signature.count) }
    }

    /// Keeps the records of a pack.
    mutating func add(_ new: [Record], of fileList: SHA256Hash) {
        guard records[fileList] == nil, new.count <= Self.capacity else { return }
        if count + new.count > Self.capacity { (records, count) = ([:], 0) }
        records[fileList] = new
        count += new.count
    }
}
