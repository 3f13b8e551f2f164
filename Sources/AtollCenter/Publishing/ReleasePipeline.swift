import AtollPackages
import Foundation
import Logging

/// Publishes packages with their publishers' statements to the store and the repository.
///
/// Everything is verified before the first byte is written. Then the blobs are written, each atomically; then the
/// version that names them, which waits; and then a release, in which all that waits in any process is signed and becomes
/// current at once. If the process is killed in between, this or another one finishes what the database has as due.
/// At most, blobs that no version names are left over, which the next upload of the same file reuses.
actor ReleasePipeline {
    let store: any CatalogStore
    private let blobs: any BlobStore
    let repository: ReleaseRepository
    private let superApps: Set<String>
    /// Whether this process signs; if not, it waits for one that does.
    let signs: Bool
    let metrics: CenterMetrics?
    let logger: Logger
    let now: @Sendable () -> Date
    /// The last operation for each mini app. Operations that write its descriptor run one after another, from reading
    /// the current state to announcing the new one, so that nothing older is ever announced over something newer.
    private var last: [MiniAppID: (number: UInt64, end: Task<Void, Never>)] = [:]
    private var lastNumber: UInt64 = 0

    /// How far a version's code may be above the one before it, unless the operator has permitted more: otherwise a
    /// stolen key could sign the highest possible code, and end the mini app.
    static let maximumJump = 10_000
    /// The maximum length of the minimum version of the super app, in bytes.
    static let maximumHostVersion = 50
    /// How long a process that does not sign waits for one that does.
    @TaskLocal static var patience = Duration.seconds(20)
    /// Callers that wait for the next release. Those that arrive together share one snapshot.
    var waiting: [CheckedContinuation<Void, any Error>] = []
    var isReleasing = false

    /// - Parameters:
    ///   - superApps: The super apps that the Center serves.
    ///   - signs: Whether this process has the Center's keys.
    init(
        store: any CatalogStore, blobs: any BlobStore, repository: ReleaseRepository, superApps: Set<String>,
        signs: Bool = true, metrics: CenterMetrics? = nil, logger: Logger, now: @escaping @Sendable () -> Date
    ) {
        self.superApps = superApps
        self.signs = signs
        self.metrics = metrics
        self.now = now
        self.store = store
        self.blobs = blobs
        self.repository = repository
        self.logger = logger
    }

    /// Publishes `archive` as the new current version of `id`.
    ///
    /// The same statement again is not an error while its version waits: the first response may have been lost.
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
            if let (version, isWaiting) = try await self.store.version(withStatement: statement.digest, of: id),
                isWaiting, version.statement == statement
            {
                try await self.announce(version)
                return version.listing
            }
            let version = try await self.store(package, statement, verified, at: now)
            try await self.announce(version)
            return version.listing
        }
    }

    /// Announces a version that waits. If that fails, the version is taken back.
    private func announce(_ version: StoredVersion) async throws {
        let id = version.listing.id
        do {
            try await announce(id)
        } catch {
            // It may have been announced all the same, by this process or another.
            guard try await store.removeWaiting(version) else { return }
            throw error
        }
        let found = try await store.version(withStatement: version.statement.digest, of: id)
        guard let found, !found.isWaiting else {
            try await checkTold(of: id, before: version.listing.version.code - 1)
            throw CenterError.repository("the version was refused")
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
            try await self.store.replaceStatement(of: version)
            try await self.announce(id)
        }
    }

    /// Sets who may open a mini app, and announces it to devices.
    ///
    /// The release descriptor contains the minimum version of the super app, which devices enforce without the Center.
    ///
    /// - Throws: ``CenterError``. Without a repository, nothing is changed. If the announcement fails, it remains due.
    func setAccess(_ roles: Set<String>, minimumHost: String?, of id: MiniAppID) async throws {
        do {
            _ = try await repository.id()
        } catch CenterError.noRepository {
            throw CenterError.noRepository
        } catch {
            // A repository that can't be opened is no reason to leave a role to those who must lose it.
        }
        try await inOrder(of: id) {
            try await self.store.setAccess(roles, minimumHost: minimumHost, of: id)
            guard try await self.store.isDue(id) else { return }
            if let current = try await self.store.currentVersion(of: id) {
                try await self.checkTold(of: id, before: current.listing.version.code)
            }
            try await self.announce(id)
        }
    }

    /// Publishes a super app's home configuration.
    ///
    /// - Throws: `HomeConfigurationError` or ``CenterError``; devices then still see the previous state.
    func setHomeConfiguration(_ data: Data, of superApp: String) async throws {
        try HomeConfigurationFile.check(data)
        _ = try await repository.id()
        let path = HomeConfigurationFile.path(of: superApp)
        let target = try await store.addDueTarget(path, data)
        do {
            try await wait { try await self.store.isDue(target) }
        } catch {
            guard try await store.remove(target) else { return }
            throw error
        }
    }

    /// Finishes the publications that a killed process had begun, and announces versions that the database contains and
    /// the repository does not announce.
    ///
    /// - Throws: ``CenterError``, or an error of the database.
    /// - Complexity: Reads the descriptor of every mini app.
    func recover() async throws {
        _ = try await repository.id()
        try await release()
        try await compareWithRepository()
        try await release()
    }

    /// Makes every mini app due whose descriptor in the repository is not what the database has, and adopts what the
    /// repository knows better.
    func compareWithRepository() async throws {
        for version in try await store.currentVersions() {
            try await inOrder(of: version.listing.id) { try await self.compareDescriptor(of: version) }
        }
    }

    /// Brings the repository in line with the database. A descriptor that is newer than the database is left alone: a
    /// database that was restored from an old copy must neither revoke a release nor bring one back.
    private func compareDescriptor(of version: StoredVersion) async throws {
        let id = version.listing.id
        if let told = try await repository.descriptor(of: id) {
            guard let due = try await store.announcement(of: id), let expected = try await descriptor(for: due) else {
                return
            }
            if Self.isSame(told, expected) { return }
            if try await adopt(told, over: version) { return }
        }
        try await store.makeDue(id)
        logger.notice("The repository is brought in line with the database.", metadata: Self.metadata(version))
    }

    static func isSame(_ one: ReleaseDescriptor, _ other: ReleaseDescriptor) -> Bool {
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
            try Self.checkFits(statement, of: verified.app)
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
        let list = package.fileList
        let files = zip(package.files, list.files).map { (data: $0.contents, digest: $1.sha256) }
        try await blobs.write(files + [(list.encoded(), statement.files.sha256)], of: statement.files.sha256)
        let version = StoredVersion(
            listing: MiniAppListing(
                manifest: manifest, icon: icon(of: manifest, in: list), files: statement.files, published: now
            ),
            publisher: statement.publisher, statement: signed,
            minimumHost: try await store.minimumHost(of: manifest.id), epoch: epoch
        )
        try await store.add(version, after: .only(statement.previous))
        return version
    }

    /// The first icon of the manifest.
    private func icon(of manifest: Manifest, in list: FileList) -> MiniAppListing.Icon? {
        guard let icon = manifest.icons.first, let file = list.files.first(where: { $0.path == icon.source }) else {
            return nil
        }
        return MiniAppListing.Icon(sha256: file.sha256, length: file.length, path: file.path)
    }
}
