import AtollCenterDomain
import AtollPackages
import Foundation
import Logging
import SQLStatements

/// Publishes packages with their publishers' statements to the store and the repository.
///
/// Everything is verified before the first byte is written. Then the blobs are written, each atomically; then the
/// version that names them, with its state; and then, if devices shall receive it, a release, in which all that is due
/// in any process is signed and becomes current together. If the process is killed in between, this or another one
/// finishes what the database has as due.
/// At most, blobs that no version names are left over, which the next upload of the same file reuses.
actor ReleasePipeline {
    let store: any CatalogStore
    private let blobs: any BlobStore
    private let checks: PackageChecks
    let repository: ReleaseRepository
    let superApps: SuperAppDirectory
    /// Whether this process signs; if not, it waits for one that does.
    let signs: Bool
    let metrics: CenterMetrics?
    let logger: Logger
    let now: @Sendable () -> Date
    /// The last operation for each mini app. Operations that write its descriptor run one after another, from reading
    /// the current state to announcing the new one, so that nothing older is ever announced over something newer.
    private var last: [MiniAppID: (number: UInt64, end: Task<Void, Never>)] = [:]
    private var lastNumber: UInt64 = 0

    /// The number of consecutive failures after which the operator is notified: a single one may be temporary.
    static let failuresToReport = 3
    /// The maximum length of the minimum version of the super app, in bytes.
    static let maximumHostVersion = 50
    /// How long a process that does not sign waits for one that does.
    @TaskLocal static var patience = Duration.seconds(20)
    /// Callers that wait for the next release. Those that arrive together share one snapshot.
    var waiting: [CheckedContinuation<Void, any Error>] = []
    var isReleasing = false
    /// Whether the release that is under way had anything to sign.
    var hasSigned = false
    /// How many releases in a row have failed, and the reason of the last.
    var failures: (count: Int, reason: String) = (0, "")
    /// The mini apps that the last release could not finish, with the reasons.
    var unfinished: [MiniAppID: String] = [:]

    /// - Parameters:
    ///   - checks: What is found in a package is stored with its version.
    ///   - superApps: The super apps that the Center serves, and who publishes in them.
    ///   - signs: Whether this process has the Center's keys.
    init(
        store: any CatalogStore, blobs: any BlobStore, checks: PackageChecks, repository: ReleaseRepository,
        superApps: SuperAppDirectory,
        signs: Bool = true, metrics: CenterMetrics? = nil, logger: Logger, now: @escaping @Sendable () -> Date
    ) {
        self.superApps = superApps
        self.signs = signs
        self.metrics = metrics
        self.now = now
        self.store = store
        self.blobs = blobs
        self.checks = checks
        self.repository = repository
        self.logger = logger
    }

    /// Stores an upload as a draft of its mini app. In a super app that no organization owns, it is released
    /// immediately, unless the upload says that it stays a draft.
    ///
    /// Sending the same statement again is not an error until its version is announced: the first response may have
    /// been lost.
    ///
    /// - Throws: A ``PackageRefusal``, a ``ActionError`` or a ``CenterError``. If the version could not be announced,
    ///   it stays as it is, and is announced later.
    func publish(_ upload: Upload, at now: Date) async throws -> VersionRecord {
        let (id, signed) = (upload.id, upload.statement)
        let package = try await Self.package(upload.archive)
        guard package.manifest.id == id else {
            throw CenterError.otherMiniApp(package.manifest.id, expected: id)
        }
        return try await inOrder(of: id) {
            // The publisher's keys may have changed while this waited.
            let verified = try await self.verify(signed, by: upload.publisher, at: now)
            let superApp = try await self.superApps.checkPublishing(
                in: verified.statement.superApps, by: upload.publisher)
            try await self.compare(verified.statement, with: package)
            try await self.checkTold(of: id, before: verified.statement.version.code - 1)
            let version: VersionRecord
            if let known = try await self.store.version(withStatement: signed.digest, of: id),
                try await self.mayRepeat(known)
            {
                version = try await self.repeated(known, upload)
            } else {
                let check = try await self.checks.check(package, for: superApp?.id.rawValue)
                version = try await self.store(package, upload, verified, check, at: now)
            }
            if version.state.isReleased { try await self.announce(version) }
            return version
        }
    }

    /// Reads an archive, which takes the processor, while other mini apps are published.
    private nonisolated static func package(_ archive: Data) async throws -> MiniAppPackage {
        try await BackgroundThread.run { Result { try MiniAppPackage(archive: archive) } }.get()
    }

    /// Whether an upload of a version that is stored already counts as the same one again.
    private func mayRepeat(_ version: StoredVersion) async throws -> Bool {
        switch version.state {
        case .draft, .submitted, .inReview, .approved, .scheduled: true
        case .rollingOut, .held, .live: try await store.isDue(version.listing.id)
        case .rejected, .superseded, .withdrawn, .discarded: false
        }
    }

    /// A version that was stored before.
    private func repeated(_ version: StoredVersion, _ upload: Upload) async throws -> VersionRecord {
        let (id, code) = (version.listing.id, version.code)
        return try await superApps.store.read { view in
            guard let found = try view.version(code, of: id) else { throw CenterError.unknownVersion(code) }
            try upload.check(found.subject, view)
            return found
        }
    }

    /// Announces a version that devices shall receive.
    private func announce(_ version: VersionRecord) async throws {
        do {
            try await announce(version.id)
        } catch {
            // An operator who has restored an older database gets an error.
            try await checkTold(of: version.id, before: version.code - 1)
            throw error
        }
    }

    /// Replaces the signatures of the live statement, whose bytes must be the same: used after keys were rotated.
    func replaceSignatures(
        _ statement: SignedStatement, of id: MiniAppID, by publisher: PublisherID, at now: Date
    ) async throws {
        try await inOrder(of: id) {
            _ = try await self.verify(statement, by: publisher, at: now)
            let current = try await self.store.currentVersion(of: id)?.code
            guard var version = try await self.store.version(withStatement: statement.digest, of: id),
                version.state.isReleased || version.code == current
            else { throw CenterError.otherStatement("bytes") }
            try await self.checkTold(of: id, before: version.code)
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
    func setAccess(
        _ roles: Set<String>, minimumHost: String?, of id: MiniAppID,
        also: @escaping @Sendable (any SQLSession) throws -> Void = { _ in }
    ) async throws {
        do {
            _ = try await repository.id()
        } catch CenterError.noRepository {
            throw CenterError.noRepository
        } catch {
            // A repository that can't be opened is no reason to leave a role to those who must lose it.
        }
        try await inOrder(of: id) {
            try await self.store.setAccess(roles, minimumHost: minimumHost, of: id, also: also)
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
    func setHomeConfiguration(
        _ data: Data, of superApp: String,
        also: @escaping @Sendable (any SQLSession) throws -> Void = { _ in }
    ) async throws {
        try HomeConfigurationFile.check(data)
        _ = try await repository.id()
        let path = HomeConfigurationFile.path(of: superApp)
        let target = try await store.addDueTarget(path, data, also: also)
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
        // A pending announcement is not compared: it will still reach devices.
        if try await store.isDue(id) { return }
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

    /// Returns the fault in a mini app's announcement, or `nil`.
    func fault(of version: StoredVersion) async -> String? {
        let id = version.listing.id
        do {
            guard let told = try await repository.descriptor(of: id) else {
                return "\(id): the repository has no descriptor of it."
            }
            guard let due = try await store.announcement(of: id), let expected = try await descriptor(for: due) else {
                return nil
            }
            // A pending announcement is not a fault.
            if try await store.isDue(id) || Self.isSame(told, expected) { return nil }
            return "\(id): the repository announces another version, or another state of it, than the database has."
        } catch {
            return "\(id): \(error)"
        }
    }

    static func isSame(_ one: ReleaseDescriptor, _ other: ReleaseDescriptor) -> Bool {
        one.releases.count == other.releases.count && one.isQuarantined == other.isQuarantined
            && zip(one.releases, other.releases).allSatisfy {
                $0.statement == $1.statement && $0.state == $1.state && $0.minimumHost == $1.minimumHost
                    && $0.permyriad == $1.permyriad && $0.isHeld == $1.isHeld && $0.groups == $1.groups
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
        _ package: MiniAppPackage, _ upload: Upload, _ verified: (statement: ReleaseStatement, epoch: Int),
        _ check: VersionCheck, at now: Date
    ) async throws -> VersionRecord {
        let manifest = package.manifest
        let (statement, epoch) = verified
        // A new epoch may begin below codes of earlier ones; its jumps have the same limit.
        if let last = try await store.lastCode(of: manifest.id, epoch: epoch, below: manifest.version.code) {
            guard manifest.version.code > last else {
                throw CenterError.codeNotHigher(code: manifest.version.code, last: last)
            }
            let (jump, overflows) = manifest.version.code.subtractingReportingOverflow(last)
            if overflows || jump > CenterError.maximumJump,
                try await store.allowedCode(of: manifest.id) ?? 0 < manifest.version.code
            {
                throw CenterError.jump(code: manifest.version.code, last: last)
            }
        }
        let list = package.fileList
        let files = zip(package.files, list.files).map { (data: $0.contents, digest: $1.sha256) }
        try await blobs.write(files + [(list.encoded(), statement.files.sha256)], of: statement.files.sha256)
        var listing = MiniAppListing(
            manifest: manifest, icon: icon(of: manifest, in: list), files: statement.files, published: now)
        listing.texts = MiniAppListing.texts(of: package)
        let version = StoredVersion(
            listing: listing,
            publisher: statement.publisher, statement: upload.statement, epoch: epoch)
        let critical = manifest.permissions.filter(\.isCritical).map(\.name)
        let time = self.now()
        return try await store.change(manifest.id) { [superApps] session in
            let change = Transaction(session: session, actor: upload.actor, now: time)
            try change.takeTurn()
            // A grant may have been taken back while the files were stored.
            let superApp = try superApps.checkPublishing(
                in: statement.superApps, by: statement.publisher, change.view)
            let draft = try change.addDraft(
                version, asking: critical, after: statement.previous, for: superApp, by: upload.maker(change.view))
            try upload.check(draft.subject, change.view)
            try change.save(check, of: draft.id, code: draft.code)
            try change.askForRendering(of: draft.id, code: draft.code)
            let isReleased = superApp == nil && !upload.isDraft
            return isReleased ? try change.submit(draft, notes: "", wish: .automatic) : draft
        }
    }

    /// The first icon of the manifest.
    private func icon(of manifest: Manifest, in list: FileList) -> MiniAppListing.Icon? {
        guard let icon = manifest.icons.first, let file = list.files.first(where: { $0.path == icon.source }) else {
            return nil
        }
        return MiniAppListing.Icon(sha256: file.sha256, length: file.length, path: file.path)
    }
}
