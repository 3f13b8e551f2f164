import AtollPackages
import DurableFiles
import Foundation

/// What an installation still lacks. Each blob is handed on to be stored as soon as it has come, so that whatever interrupts the
/// rest, it need not come again.
struct MissingFiles {
    private let statement: ReleaseStatement
    private let directory: BlobDirectory
    private let writer: BlobWriter
    private let report: @Sendable (LoadProgress) -> Void
    /// nil until the file list is there.
    private var list: FileList?
    /// What is missing, by length.
    private(set) var blobs: [BlobDigest: Int] = [:]
    private var expected = 0
    private var received = 0
    private let isFresh: Bool

    init(
        of statement: ReleaseStatement, in directory: BlobDirectory, report: @escaping @Sendable (LoadProgress) -> Void
    ) {
        self.statement = statement
        self.directory = directory
        writer = BlobWriter(into: directory)
        self.report = report
        let kept = try? directory.read(statement.files.sha256)
        isFresh = kept == nil
        if let kept, let known = try? FileList(decoding: kept) { try? take(known) }
    }

    /// Whether one request for all is better than one for each: where nothing is here yet, or much is missing.
    var isWorthAPack: Bool { isFresh || blobs.count > 8 }

    /// Whether the file list is still to come.
    ///
    /// - Throws: ``ReleaseRefusal`` where it is here, and not the one that the publisher signed for.
    func needsList() throws -> Bool {
        guard let list else { return true }
        try check(list)
        return false
    }

    /// The length of a blob that is wanted, or nil.
    func length(of digest: BlobDigest) -> Int? {
        // The list may come again; it is small.
        digest == statement.files.sha256 ? statement.files.length : lengths[digest]
    }

    /// Every file's length, also of those that are here: a pack may hold them again.
    private var lengths: [BlobDigest: Int] = [:]

    /// Keeps a blob whose digest and length were compared.
    mutating func take(_ digest: BlobDigest, _ data: Data) throws {
        if digest == statement.files.sha256 {
            let list = try FileList(decoding: data)
            try check(list)
            try writer.write(data, as: digest)
            if self.list == nil { try take(list) }
            return
        }
        guard blobs.removeValue(forKey: digest) != nil else { return }
        try writer.write(data, as: digest)
        received += data.count
        report(LoadProgress(received: received, expected: expected))
    }

    /// Waits until what came is stored.
    ///
    /// - Returns: How its files lie: unchanged since their digests were compared.
    /// - Throws: What the disk has against it, which may have stopped the transfer as well.
    @discardableResult
    func store() async throws -> [BlobDigest: FileStamp] { try await writer.finish() }

    private mutating func take(_ list: FileList) throws {
        self.list = list
        for file in list.files {
            lengths[file.sha256] = file.length
            // Damaged files count as missing.
            if (try? directory.read(file.sha256)) == nil { blobs[file.sha256] = file.length }
        }
        expected = blobs.values.reduce(0, +)
        report(LoadProgress(received: 0, expected: expected))
    }

    private func check(_ list: FileList) throws {
        guard list.files.count == statement.files.count, list.totalBytes == statement.files.bytes else {
            throw ReleaseRefusal.otherFiles("there are other files than were counted")
        }
        guard list.digest(ofFileAt: Manifest.path) == statement.manifest else {
            throw ReleaseRefusal.otherManifest(statement.app)
        }
    }
}
