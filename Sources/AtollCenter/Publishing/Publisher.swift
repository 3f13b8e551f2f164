import AtollPackages
import Foundation
import Logging

/// Takes a package into the store.
///
/// Everything is checked before the first byte is written. Then the blobs are written, each whole or not at all, and
/// last, in one transaction, the version that names them. Killed in between, what is left are blobs that no version
/// names, which the next upload of the same file uses.
actor Publisher {
    private let store: any CatalogStore
    private let blobs: any BlobStore
    private let logger: Logger
    /// The upload that is under way: they are taken one after another, so that what was checked still holds when it is
    /// written.
    private var last: Task<Void, Never>?

    init(store: any CatalogStore, blobs: any BlobStore, logger: Logger) {
        self.store = store
        self.blobs = blobs
        self.logger = logger
    }

    /// Publishes `archive` as the new current version of `id`.
    ///
    /// - Throws: A ``PackageRefusal`` or a ``PublishingError``; then the store is as it was.
    func publish(
        _ archive: Data, of id: MiniAppID, by publisher: PublisherID, at now: Date
    ) async throws -> MiniAppListing {
        let package = try MiniAppPackage(archive: archive)
        guard package.manifest.id == id else {
            throw PublishingError.otherMiniApp(package.manifest.id, expected: id)
        }
        let previous = last
        let task = Task { () -> Result<MiniAppListing, any Error> in
            await previous?.value
            do {
                return .success(try await self.store(package, by: publisher, at: now))
            } catch {
                return .failure(error)
            }
        }
        last = Task { _ = await task.value }
        return try await task.value.get()
    }

    private func store(
        _ package: MiniAppPackage, by publisher: PublisherID, at now: Date
    ) async throws -> MiniAppListing {
        let manifest = package.manifest
        if let last = try await store.lastCode(of: manifest.id), last >= manifest.version.code {
            throw PublishingError.codeNotHigher(code: manifest.version.code, last: last)
        }
        let list = package.fileList
        let encoded = list.encoded()
        var written = 0
        for (file, entry) in zip(package.files, list.files) {
            if try await blobs.write(file.contents, as: entry.sha256) { written += 1 }
        }
        let reference = FileListReference(to: list, encoded: encoded)
        _ = try await blobs.write(encoded, as: reference.sha256)

        let listing = MiniAppListing(
            manifest: manifest, icon: icon(of: manifest, in: list), files: reference, published: now
        )
        try await store.add(listing, publisher: publisher)
        logger.info(
            "A version was published.",
            metadata: [
                "miniApp": "\(manifest.id)", "code": "\(manifest.version.code)", "publisher": "\(publisher)",
                "files": "\(list.files.count)", "newBlobs": "\(written)", "bytes": "\(list.totalBytes)",
            ]
        )
        return listing
    }

    /// The first icon of the manifest.
    private func icon(of manifest: Manifest, in list: FileList) -> MiniAppListing.Icon? {
        guard let icon = manifest.icons.first, let file = list.files.first(where: { $0.path == icon.source }) else {
            return nil
        }
        return MiniAppListing.Icon(sha256: file.sha256, length: file.length, path: file.path)
    }
}
