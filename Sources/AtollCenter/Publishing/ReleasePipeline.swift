import AtollPackages
import Foundation
import Logging

/// Publishes packages with their publishers' statements to the store and the repository.
///
/// Everything is verified before the first byte is written. Then the blobs are written, each atomically; then the
/// version that names them, marked as unfinished; then the repository, whose timestamp makes the version visible to
/// devices; and last, the version is marked as finished. If the process is killed in between, the next start finishes
/// the versions that the database contains and the repository does not announce. At most, blobs that no version names
/// are left over, which the next upload of the same file reuses.
actor ReleasePipeline {
    let store: any CatalogStore
    private let blobs: any BlobStore
    let repository: ReleaseRepository
    private let superApps: Set<String>
    let logger: Logger
    let now: @Sendable () -> Date
    /// Mini apps with a withdrawal that could not be announced to devices.
    var untold: Set<MiniAppID> = []
    /// The last operation for each mini app. Operations that write its descriptor run one after another, from reading
    /// the current state to announcing the new one, so that nothing older is ever announced over something newer.
    private var last: [MiniAppID: (number: UInt64, end: Task<Void, Never>)] = [:]
    private var lastNumber: UInt64 = 0

    /// How far a version's code may be above the one before it, unless the operator has permitted more: otherwise a
    /// stolen key could sign the highest possible code, and end the mini app.
    static let maximumJump = 10_000
    /// Versions that wait for the repository. Those that arrive together share one snapshot.
    private var waiting: [(version: StoredVersion, done: CheckedContinuation<Void, any Error>)] = []
    private var isWriting = false

    /// - Parameter superApps: The super apps that the Center serves.
    init(
        store: any CatalogStore, blobs: any BlobStore, repository: ReleaseRepository, superApps: Set<String>,
        logger: Logger, now: @escaping @Sendable () -> Date
    ) {
        self.superApps = superApps
        self.now = now
        self.store = store
        self.blobs = blobs
        self.repository = repository
        self.logger = logger
    }

    /// Publishes `archive` as the new current version of `id`.
    ///
    /// - Throws: A ``PackageRefusal`` or a ``CenterError``; devices then still see the previous state.
    func publish(
        _ archive: Data, _ statement: SignedStatement, of id: MiniAppID, by publisher: PublisherID, at now: Date
    ) async throws -> MiniAppListing {
        let package = try MiniAppPackage(archive: archive)
        guard package.manifest.id == id else {
            throw CenterError.otherMiniApp(package.manifest.id, expected: id)
        }
        return try await inOrder(of: id) {
            // The publisher's keys may have changed while this waited.
            let verified = try await self.verify(statement, by: publisher, at: now)
            let unknown = verified.statement.superApps.filter { !self.superApps.contains($0) }
            guard unknown.isEmpty else {
                throw CenterError.unknownSuperApps(unknown, known: self.superApps.sorted())
            }
            try await self.compare(verified.statement, with: package)
            try await self.checkTold(of: id, before: verified.statement.version.code - 1)
            let version = try await self.store(package, statement, verified, at: now)
            try await self.finish(version)
            return version.listing
        }
    }

    /// Replaces the signatures of the live statement, whose bytes must be the same: used after keys were rotated.
    func replaceSignatures(
        _ statement: SignedStatement, of id: MiniAppID, by publisher: PublisherID, at now: Date
    ) async throws {
        try await inOrder(of: id) {
            _ = try await self.verify(statement, by: publisher, at: now)
            guard var version = try await self.store.version(ofStatement: statement.digest, of: id) else {
                throw CenterError.otherStatement("bytes")
            }
            try await self.checkTold(of: id, before: version.listing.version.code)
            version.statement = statement
            try await self.finish(version)
        }
    }

    /// Sets who may open a mini app, and announces it to devices.
    ///
    /// The release descriptor contains the minimum version of the super app, which devices enforce without the Center.
    ///
    /// - Throws: ``CenterError``. Without a repository, nothing is changed. If the announcement fails, ``recover()``
    ///   repeats it.
    func setAccess(_ roles: Set<String>, minimumHost: String?, of id: MiniAppID) async throws {
        do {
            _ = try await repository.id()
        } catch CenterError.noRepository {
            throw CenterError.noRepository
        } catch {
            // A repository that can't be opened is no reason to leave a role to those who must lose it.
        }
        try await store.setAccess(roles, minimumHost: minimumHost, of: id)
        try await announceAgain(id)
    }

    /// Announces the current version again if its minimum version of the super app has changed.
    func announceAgain(_ id: MiniAppID) async throws {
        try await inOrder(of: id) {
            guard let version = try await self.store.currentVersion(of: id),
                try await self.repository.descriptor(of: id)?.releases.first?.minimumHost != version.minimumHost
            else { return }
            try await self.checkTold(of: id, before: version.listing.version.code)
            try await self.finish(version)
        }
    }

    /// Finishes the publications that a killed process had begun, and announces versions that the database contains and
    /// the repository does not announce.
    ///
    /// - Throws: ``CenterError``, or an error of the database.
    func recover() async throws {
        _ = try await repository.id()
        for version in try await store.unfinishedVersions() {
            try await inOrder(of: version.listing.id) { try await self.finish(version) }
            logger.notice("An interrupted publication was completed.", metadata: Self.metadata(version))
        }
        for version in try await store.currentVersions() {
            try await inOrder(of: version.listing.id) { try await self.compareDescriptor(of: version) }
        }
    }

    /// Brings the repository in line with the database. A descriptor that is newer than the database is left alone: a
    /// database that was restored from an old copy must neither revoke a release nor bring one back.
    private func compareDescriptor(of version: StoredVersion) async throws {
        if let told = try await repository.descriptor(of: version.listing.id) {
            let expected = try await descriptor(of: version)
            if Self.isSame(told, expected) { return }
            if try await adopt(told, over: version) { return }
        }
        try await finish(version)
        logger.notice("The repository was brought in line with the database.", metadata: Self.metadata(version))
    }

    private static func isSame(_ one: ReleaseDescriptor, _ other: ReleaseDescriptor) -> Bool {
        one.releases.count == other.releases.count
            && zip(one.releases, other.releases).allSatisfy {
                $0.statement == $1.statement && $0.state == $1.state && $0.minimumHost == $1.minimumHost
            }
    }

    /// Runs an operation on a mini app after all earlier ones on it have ended.
    func inOrder<Result: Sendable>(
        of id: MiniAppID, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let previous = last[id]?.end
        let task = Task {
            await previous?.value
            return try await work()
        }
        lastNumber += 1
        let number = lastNumber
        last[id] = (number, Task { _ = try? await task.value })
        defer { if last[id]?.number == number { last[id] = nil } }
        return try await task.value
    }

    /// Verifies a statement with the publisher's keys, expiry and floors.
    ///
    /// - Throws: ``CenterError/statement(_:)`` or ``CenterError/unknownPublisher(_:)``.
    func verify(
        _ statement: SignedStatement, by publisher: PublisherID, at now: Date
    ) async throws -> (statement: ReleaseStatement, epoch: Int) {
        guard let file = try await repository.publisher(publisher) else {
            throw CenterError.unknownPublisher(publisher)
        }
        do throws(ReleaseRefusal) {
            let verified = try statement.verified(by: file)
            guard verified.expires > now else { throw .expired(verified.expires) }
            if let floor = file.floors[verified.app], verified.version.code < floor {
                throw .belowFloor(code: verified.version.code, floor: floor)
            }
            return (verified, file.floorsEpoch(of: verified.app))
        } catch {
            throw CenterError.statement(error)
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
        for (member, isSame) in members where !isSame { throw CenterError.otherStatement(member) }
    }

    private func store(
        _ package: MiniAppPackage, _ signed: SignedStatement, _ verified: (statement: ReleaseStatement, epoch: Int),
        at now: Date
    ) async throws -> StoredVersion {
        let manifest = package.manifest
        let (statement, epoch) = verified
        // A new epoch may begin below codes of earlier ones; its jumps have the same limit.
        if let last = try await store.lastCode(of: manifest.id, epoch: epoch, below: manifest.version.code) {
            guard manifest.version.code > last else {
                throw CenterError.codeNotHigher(code: manifest.version.code, last: last)
            }
            let (jump, overflows) = manifest.version.code.subtractingReportingOverflow(last)
            if overflows || jump > Self.maximumJump,
                try await store.allowedCode(of: manifest.id) ?? 0 < manifest.version.code
            {
                throw CenterError.jump(code: manifest.version.code, last: last)
            }
        }
        let before = try await store.lastStatement(of: manifest.id)
        guard statement.previous == before else { throw CenterError.chain(last: before) }
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
            minimumHost: try await store.minimumHost(of: manifest.id), epoch: epoch
        )
        try await store.add(version)
        return version
    }

    /// Announces a version, together with others that are waiting, and marks it as finished.
    func finish(_ version: StoredVersion) async throws {
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
                var descriptors: [ReleaseDescriptor] = []
                for (version, _) in batch { try await descriptors.append(descriptor(of: version)) }
                try await repository.publish(descriptors)
                for (version, done) in batch {
                    do {
                        try await store.finish(version)
                        logger.info(
                            version.isWithdrawn
                                ? "A withdrawn version was announced to devices."
                                : "A version was announced to devices.",
                            metadata: Self.metadata(version))
                        done.resume()
                    } catch {
                        done.resume(throwing: error)
                    }
                }
            } catch {
                // A version that was not announced must not block another attempt.
                for (version, done) in batch {
                    try? await store.removeUnfinished(version)
                    done.resume(throwing: error)
                }
            }
        }
        isWriting = false
    }

    /// The descriptor that announces a version, with the newest later version that was withdrawn if there is room for
    /// it. So devices learn the floor of the withdrawn version, and no older database brings it back.
    private func descriptor(of version: StoredVersion) async throws -> ReleaseDescriptor {
        var descriptor = ReleaseDescriptor(app: version.listing.id, releases: [Self.release(of: version)])
        let id = version.listing.id
        let withdrawn = try await store.newestWithdrawn(of: id, above: version.listing.version.code)
        // A version of an earlier epoch would make devices remember a floor that they were meant to forget.
        if let withdrawn,
            withdrawn.epoch == (try await repository.publisher(version.publisher))?.floorsEpoch(of: id) ?? 0
        {
            var both = descriptor
            both.releases.append(Self.release(of: withdrawn))
            if both.encoded().count <= ReleaseDescriptor.maximumLength { descriptor = both }
        }
        return descriptor
    }

    private static func release(of version: StoredVersion) -> ReleaseDescriptor.Release {
        .init(
            version.statement, state: version.state, salt: String(version.statement.digest.hex.prefix(16)),
            minimumHost: version.minimumHost, approved: version.listing.published)
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
