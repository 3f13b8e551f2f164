import AtollPackages
import BoundedHTTP
import Foundation

extension CenterClient {
    /// How many blobs are fetched at the same time.
    private static let parallelFetches = 6

    /// Fetches the files of a version in one answer; goes on where it was cut off.
    ///
    /// A Center, or a copy of its files, that has no packs is no error, nor is one with a bad pack: then ``blobs(into:)`` has
    /// more to do, and finds out what is wrong.
    ///
    /// - Parameter other: The file list of another version that is here, whose files need not come.
    func pack(
        _ files: FileListReference, from other: BlobDigest?, into missing: inout MissingFiles
    ) async throws {
        let path = "v1/packs/\(files.sha256)" + (other.map { "/from/\($0)" } ?? "")
        let limit = BlobPack.maximumLength(of: files)
        var reader = BlobPackReader()
        var attempts = Attempts()
        while true {
            var hasPack = false
            var repeated = 0
            reader.restart()
            do {
                var request = CatalogRequest(center.appending(path: path), limit: limit)
                request.offset = reader.consumed
                let offset = reader.consumed
                try await transport.stream(request) { chunk in
                    switch chunk {
                    case .status(let status):
                        hasPack = status == 200 || status == 206
                        // A server that knows no ranges sends again what is here.
                        repeated = status == 206 ? 0 : offset
                    case .bytes(let data):
                        guard hasPack else { return }
                        let new = data.dropFirst(repeated)
                        repeated -= data.count - new.count
                        do {
                            try reader.read(
                                Data(new), expectedLength: { missing.length(of: $0) },
                                take: { try missing.take($0, $1) })
                        } catch {
                            throw CatalogError(caching: error)
                        }
                    }
                }
                if !hasPack || reader.isComplete { return }
                throw CatalogError.network("the answer ended in the middle")
            } catch let error as CatalogError {
                switch error {
                case .network: guard await attempts.mayTryAgain() else { throw error }
                case .corrupted, .invalidResponse: return
                default: throw error
                }
            }
        }
    }

    /// Fetches what is missing blob by blob, some at a time.
    func blobs(into missing: inout MissingFiles) async throws {
        try await withThrowingTaskGroup(of: (BlobDigest, Data).self) { group in
            var waiting = missing.blobs.makeIterator()
            func startNext() {
                guard let (digest, length) = waiting.next() else { return }
                group.addTask { (digest, try await self.blob(digest, length: length)) }
            }
            for _ in 0..<Self.parallelFetches { startNext() }
            while let (digest, data) = try await group.next() {
                try missing.take(digest, data)
                startNext()
            }
        }
    }
}

/// How often something is tried that the network has stopped: three times, if the first tries end soon.
struct Attempts {
    private var count = 1
    private let begun = TransferTime.now()

    static let maximum = 3
    /// Somebody who is out of reach is not waited for again and again.
    private static let patience = Duration.seconds(5)

    /// Waits a little and says true, or says false.
    mutating func mayTryAgain() async -> Bool {
        guard count < Self.maximum, TransferTime.now() - begun < Self.patience, !TransferTime.isOver, !Task.isCancelled
        else { return false }
        let pause = Duration.milliseconds(100 << (2 * (count - 1)))
        count += 1
        // With some chance in it, so that many devices do not come back at the same instant.
        return (try? await Task.sleep(for: pause * Double.random(in: 0.5...1.5))) != nil
    }
}
