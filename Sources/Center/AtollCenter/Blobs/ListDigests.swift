import AtollPackages

/// The digests of the files in the file lists that were asked for last, and which blobs are no file lists.
struct ListDigests {
    struct Known {
        /// The digests; nil for a blob that is no file list.
        let files: Set<SHA256Hash>?
    }

    private var known: [SHA256Hash: Known] = [:]
    private var count = 0

    /// How many digests are remembered at a time, in all lists: each takes about 50 bytes.
    private static let capacity = 100_000

    subscript(fileList: SHA256Hash) -> Known? { known[fileList] }

    /// Remembers what a blob is.
    mutating func add(_ files: Set<SHA256Hash>?, of fileList: SHA256Hash) {
        let cost = (files?.count ?? 0) + 1
        guard known[fileList] == nil, cost <= Self.capacity else { return }
        if count + cost > Self.capacity { (known, count) = ([:], 0) }
        known[fileList] = Known(files: files)
        count += cost
    }
}
