import AtollPackages
import BoundedHTTP
import Foundation

extension CenterClient {
    /// How many blobs are fetched at the same time.
    private static let parallelFetches = 6

    /// Fetches the files of a version in one response, and resumes it if it is cut off.
    ///
    /// It is not an error if the Center, or a mirror of its files, has no pack or a bad one: ``blobs(into:)`` then
    /// fetches the rest and reports what is wrong.
    ///
    /// - Parameter other: The file list of another installed version, whose files are left out of the pack.
    func pack(
        _ files: FileListReference, from other: SHA256Hash?, into missing: inout MissingFiles
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
                        // A server without support for ranges sends these bytes again.
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
                throw CatalogError.network("the response ended early")
            } catch let error as CatalogError {
                switch error {
                case .network: guard await attempts.mayTryAgain() else { throw error }
                case .corrupted, .invalidResponse: return
                default: throw error
                }
            }
        }
    }

    /// Fetches the missing blobs one by one, several at a time.
    func blobs(into missing: inout MissingFiles) async throws {
        try await withThrowingTaskGroup(of: (SHA256Hash, Data).self) { group in
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
