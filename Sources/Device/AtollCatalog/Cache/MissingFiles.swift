import AtollPackages
import DurableFiles
import Foundation

/// The files that an installation still lacks. Each blob is passed on to be stored as soon as it arrives, so that it is
/// not fetched again if the rest is interrupted.
struct MissingFiles {
    private let statement: ReleaseStatement
    private let directory: BlobDirectory
    private let writer: BlobWriter
    private let report: @Sendable (LoadProgress) -> Void
    /// nil until the file list has arrived.
    private var list: FileList?
    /// The missing blobs and their lengths.
    private(set) var blobs: [SHA256Hash: Int] = [:]
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

    /// Whether one request for all files is better than one for each: if nothing is stored yet, or much is missing.
    var isWorthAPack: Bool { isFresh || blobs.count > 8 }

    /// Whether the file list is still missing.
    ///
    /// - Throws: ``ReleaseRefusal`` if the list does not match what the publisher signed for.
    func needsList() throws -> Bool {
        guard let list else { return true }
        try check(list)
        return false
    }

    /// The length of a blob of this version, or nil if it is not one of them.
    func length(of digest: SHA256Hash) -> Int? {
        // The list may be sent again; it is small.
        digest == statement.files.sha256 ? statement.files.length : lengths[digest]
    }

    /// Every file's length, including files that are stored already: a pack may contain them again.
    private var lengths: [SHA256Hash: Int] = [:]

    /// Takes a blob whose digest and length were verified, and stores it if it is missing.
    mutating func take(_ digest: SHA256Hash, _ data: Data) throws {
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

    /// Waits until all received blobs are stored.
    ///
    /// - Returns: The size and time of each file, unchanged since its digest was verified.
    /// - Throws: The error of the disk, which may have stopped the transfer as well.
    @discardableResult
    func store() async throws -> [SHA256Hash: FileStamp] { try await writer.finish() }

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
            throw ReleaseRefusal.otherFiles("their number or total size differs")
        }
        guard list.digest(ofFileAt: Manifest.path) == statement.manifest else {
            throw ReleaseRefusal.otherManifest(statement.app)
        }
    }
}
