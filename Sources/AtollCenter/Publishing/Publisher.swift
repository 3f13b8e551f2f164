import AtollPackages
import Foundation
import Logging

/// Takes a package, with its publisher's statement, into the store and the repository.
///
/// Everything is checked before the first byte is written. Then the blobs are written, each whole or not at all; then the
/// version that names them, as one that is not finished; then the repository, whose timestamp is what devices see; and
/// last, that the version is finished. Killed in between, the next start finishes what the database has and devices were
/// not told of. What is left otherwise are blobs that no version names, which the next upload of the same file uses.
actor Publisher {
    private let store: any CatalogStore
    private let blobs: any BlobStore
    private let repository: ReleaseRepository
    private let logger: Logger
    /// The upload that is being checked and stored: they are taken one after another, so that what was checked still holds
    /// when it is written.
    private var last: Task<Void, Never>?
    /// Versions that wait for the repository. Those that come together share one snapshot.
    private var waiting: [(version: StoredVersion, done: CheckedContinuation<Void, any Error>)] = []
    private var isWriting = false

    init(store: any CatalogStore, blobs: any BlobStore, repository: ReleaseRepository, logger: Logger) {
        self.store = store
        self.blobs = blobs
        self.repository = repository
        self.logger = logger
    }

    /// Publishes `archive` as the new current version of `id`.
    ///
    /// - Throws: A ``PackageRefusal`` or a ``PublishingError``; then devices see what they saw before.
    func publish(
        _ archive: Data, _ statement: SignedStatement, of id: MiniAppID, by publisher: PublisherID, at now: Date
    ) async throws -> MiniAppListing {
        let package = try MiniAppPackage(archive: archive)
        guard package.manifest.id == id else {
            throw PublishingError.otherMiniApp(package.manifest.id, expected: id)
        }
        let verified = try await verify(statement, by: publisher, at: now)
        try await compare(verified, with: package)
        let previous = last
        let task = Task { () -> Result<StoredVersion, any Error> in
            await previous?.value
            do {
                return .success(try await self.store(package, statement, verified, at: now))
            } catch {
                return .failure(error)
            }
        }
        last = Task { _ = await task.value }
        let version = try await task.value.get()
        try await finish(version)
        return version.listing
    }

    /// Puts new signatures on the statement that is live, byte for byte the same: for keys that were rotated.
    func replaceSignatures(
        _ statement: SignedStatement, of id: MiniAppID, by publisher: PublisherID, at now: Date
    ) async throws {
        _ = try await verify(statement, by: publisher, at: now)
        guard var version = try await store.version(ofStatement: statement.digest, of: id) else {
            throw PublishingError.otherStatement("bytes")
        }
        version.statement = statement
        try await finish(version)
    }

    /// Tells devices again of what they know, where the operator asks for another version of the super app now.
    func announceAgain(_ id: MiniAppID) async throws {
        guard let version = try await store.currentVersion(of: id),
            try await repository.descriptor(of: id)?.releases.first?.minimumHost != version.minimumHost
        else { return }
        try await finish(version)
    }

    /// Finishes what a process that was killed had begun.
    func recover() async throws {
        for version in try await store.unfinishedVersions() {
            try await finish(version)
            logger.notice("A version that was left half published was finished.", metadata: Self.metadata(version))
        }
    }

    private func verify(
        _ statement: SignedStatement, by publisher: PublisherID, at now: Date
    ) async throws -> ReleaseStatement {
        guard let file = try await repository.publisher(publisher) else {
            throw PublishingError.unknownPublisher(publisher)
        }
        do throws(ReleaseRefusal) {
            let verified = try statement.verified(by: file)
            guard verified.expires > now else { throw .expired(verified.expires) }
            if let floor = file.floors[verified.app], verified.version.code < floor {
                throw .belowFloor(code: verified.version.code, floor: floor)
            }
            return verified
        } catch {
            throw PublishingError.statement(error)
        }
    }

    private func compare(_ statement: ReleaseStatement, with package: MiniAppPackage) async throws {
        let expected = ReleaseStatement(
            of: package, repository: try await repository.id(), superApps: statement.superApps,
            publisher: statement.publisher, floor: statement.floor, previous: statement.previous,
            created: statement.created
        )
        let members: [(String, Bool)] = [
            ("repository", statement.repository == expected.repository), ("app", statement.app == expected.app),
            ("code", statement.version.code == expected.version.code),
            ("name", statement.version.name == expected.version.name),
            ("platform", statement.minimumPlatform == expected.minimumPlatform),
            ("manifest", statement.manifest == expected.manifest), ("files", statement.files == expected.files),
        ]
        for (member, isSame) in members where !isSame { throw PublishingError.otherStatement(member) }
    }

    private func store(
        _ package: MiniAppPackage, _ signed: SignedStatement, _ statement: ReleaseStatement, at now: Date
    ) async throws -> StoredVersion {
        let manifest = package.manifest
        if let last = try await store.lastCode(of: manifest.id), last >= manifest.version.code {
            throw PublishingError.codeNotHigher(code: manifest.version.code, last: last)
        }
        let before = try await store.lastStatement(of: manifest.id)
        guard statement.previous == before else { throw PublishingError.chain(last: before) }
        let list = package.fileList
        for (file, entry) in zip(package.files, list.files) {
            _ = try await blobs.write(file.contents, as: entry.sha256)
        }
        _ = try await blobs.write(list.encoded(), as: statement.files.sha256)
        let version = StoredVersion(
            listing: MiniAppListing(
                manifest: manifest, icon: icon(of: manifest, in: list), files: statement.files, published: now
            ),
            publisher: statement.publisher, statement: signed,
            minimumHost: try await store.minimumHost(of: manifest.id)
        )
        try await store.add(version)
        return version
    }

    /// Tells devices of a version, with those that wait at the same time, and notes that it is finished.
    private func finish(_ version: StoredVersion) async throws {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append((version, continuation))
            guard !isWriting else { return }
            isWriting = true
            Task { await self.writeWaiting() }
        }
    }

    private func writeWaiting() async {
        while !waiting.isEmpty {
            let batch = waiting
            waiting = []
            do {
                try await repository.publish(batch.map { Self.descriptor(of: $0.version) })
                for (version, done) in batch {
                    do {
                        try await store.finish(version)
                        logger.info("A version was published.", metadata: Self.metadata(version))
                        done.resume()
                    } catch {
                        done.resume(throwing: error)
                    }
                }
            } catch {
                // What devices were not told of must not stand in the way of a second try.
                for (version, done) in batch {
                    try? await store.removeUnfinished(version)
                    done.resume(throwing: error)
                }
            }
        }
        isWriting = false
    }

    private static func descriptor(of version: StoredVersion) -> ReleaseDescriptor {
        ReleaseDescriptor(
            app: version.listing.id,
            releases: [
                .init(
                    version.statement, salt: String(version.statement.digest.hex.prefix(16)),
                    minimumHost: version.minimumHost, approved: version.listing.published)
            ]
        )
    }

    private static func metadata(_ version: StoredVersion) -> Logger.Metadata {
        [
            "miniApp": "\(version.listing.id)", "code": "\(version.listing.version.code)",
            "publisher": "\(version.publisher)", "files": "\(version.listing.files.count)",
            "bytes": "\(version.listing.files.bytes)",
        ]
    }

    /// The first icon of the manifest.
    private func icon(of manifest: Manifest, in list: FileList) -> MiniAppListing.Icon? {
        guard let icon = manifest.icons.first, let file = list.files.first(where: { $0.path == icon.source }) else {
            return nil
        }
        return MiniAppListing.Icon(sha256: file.sha256, length: file.length, path: file.path)
    }
}
