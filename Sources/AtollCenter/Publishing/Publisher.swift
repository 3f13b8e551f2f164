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
    let store: any CatalogStore
    private let blobs: any BlobStore
    let repository: ReleaseRepository
    private let superApps: Set<String>
    let logger: Logger
    /// Mini apps of which a version is withdrawn, and devices could not be told.
    var untold: Set<MiniAppID> = []
    /// What is done last for each mini app. Everything that writes its descriptor is done one after another, from looking at what is
    /// there until devices are told: nothing older can be announced over something newer.
    private var last: [MiniAppID: (number: UInt64, end: Task<Void, Never>)] = [:]
    private var lastNumber: UInt64 = 0

    /// How far a version's code may be from the one before it, unless the operator has allowed more: a stolen key that signs the
    /// highest code that there is would otherwise end the mini app.
    static let maximumJump = 10_000
    /// Versions that wait for the repository. Those that come together share one snapshot.
    private var waiting: [(version: StoredVersion, done: CheckedContinuation<Void, any Error>)] = []
    private var isWriting = false

    /// - Parameter superApps: Those that something may be published for.
    init(
        store: any CatalogStore, blobs: any BlobStore, repository: ReleaseRepository, superApps: Set<String>,
        logger: Logger
    ) {
        self.superApps = superApps
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
        return try await inOrder(of: id) {
            // Who the publisher is may have changed while this waited.
            let verified = try await self.verify(statement, by: publisher, at: now)
            let unknown = verified.statement.superApps.filter { !self.superApps.contains($0) }
            guard unknown.isEmpty else {
                throw PublishingError.unknownSuperApps(unknown, known: self.superApps.sorted())
            }
            try await self.compare(verified.statement, with: package)
            try await self.checkTold(of: id, before: verified.statement.version.code - 1)
            let version = try await self.store(package, statement, verified, at: now)
            try await self.finish(version)
            return version.listing
        }
    }

    /// Puts new signatures on the statement that is live, byte for byte the same: for keys that were rotated.
    func replaceSignatures(
        _ statement: SignedStatement, of id: MiniAppID, by publisher: PublisherID, at now: Date
    ) async throws {
        try await inOrder(of: id) {
            _ = try await self.verify(statement, by: publisher, at: now)
            guard var version = try await self.store.version(ofStatement: statement.digest, of: id) else {
                throw PublishingError.otherStatement("bytes")
            }
            try await self.checkTold(of: id, before: version.listing.version.code)
            version.statement = statement
            try await self.finish(version)
        }
    }

    /// Tells devices again of what they know, where the operator asks for another version of the super app now.
    func announceAgain(_ id: MiniAppID) async throws {
        try await inOrder(of: id) {
            guard let version = try await self.store.currentVersion(of: id),
                try await self.repository.descriptor(of: id)?.releases.first?.minimumHost != version.minimumHost
            else { return }
            try await self.checkTold(of: id, before: version.listing.version.code)
            try await self.finish(version)
        }
    }

    /// Finishes what a process that was killed had begun, and tells devices of what the database has and they were not told.
    ///
    /// - Throws: ``PublishingError/noRepository``, or what the database throws.
    func recover() async throws {
        _ = try await repository.id()
        for version in try await store.unfinishedVersions() {
            try await inOrder(of: version.listing.id) { try await self.finish(version) }
            logger.notice("A version that was left half published was finished.", metadata: Self.metadata(version))
        }
        for version in try await store.currentVersions() {
            try await inOrder(of: version.listing.id) { try await self.compareDescriptor(of: version) }
        }
    }

    /// Compares what devices are told with the database. A descriptor that is newer is left alone: a database that was restored from
    /// an old copy must take no release back, and bring none back.
    private func compareDescriptor(of version: StoredVersion) async throws {
        if let told = try await repository.descriptor(of: version.listing.id) {
            let expected = try await descriptor(of: version)
            if Self.isSame(told, expected) { return }
            if try await adopt(told, over: version) { return }
        }
        try await finish(version)
        logger.notice("Devices were told of what they should have known.", metadata: Self.metadata(version))
    }

    private static func isSame(_ one: ReleaseDescriptor, _ other: ReleaseDescriptor) -> Bool {
        one.releases.count == other.releases.count
            && zip(one.releases, other.releases).allSatisfy {
                $0.statement == $1.statement && $0.state == $1.state && $0.minimumHost == $1.minimumHost
            }
    }

    /// Does something about a mini app after everything that was begun about it before.
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

    /// - Throws: ``PublishingError/statement(_:)`` or ``PublishingError/unknownPublisher(_:)``.
    func verify(
        _ statement: SignedStatement, by publisher: PublisherID, at now: Date
    ) async throws -> (statement: ReleaseStatement, epoch: Int) {
        guard let file = try await repository.publisher(publisher) else {
            throw PublishingError.unknownPublisher(publisher)
        }
        do throws(ReleaseRefusal) {
            let verified = try statement.verified(by: file)
            guard verified.expires > now else { throw .expired(verified.expires) }
            if let floor = file.floors[verified.app], verified.version.code < floor {
                throw .belowFloor(code: verified.version.code, floor: floor)
            }
            return (verified, file.floorsEpoch(of: verified.app))
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
        _ package: MiniAppPackage, _ signed: SignedStatement, _ verified: (statement: ReleaseStatement, epoch: Int),
        at now: Date
    ) async throws -> StoredVersion {
        let manifest = package.manifest
        let (statement, epoch) = verified
        // A new epoch begins below what was published in earlier ones, and may jump no further than others.
        if let last = try await store.lastCode(of: manifest.id, epoch: epoch, below: manifest.version.code) {
            guard manifest.version.code > last else {
                throw PublishingError.codeNotHigher(code: manifest.version.code, last: last)
            }
            let (jump, overflows) = manifest.version.code.subtractingReportingOverflow(last)
            if overflows || jump > Self.maximumJump,
                try await store.allowedCode(of: manifest.id) ?? 0 < manifest.version.code
            {
                throw PublishingError.jump(code: manifest.version.code, last: last)
            }
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
            minimumHost: try await store.minimumHost(of: manifest.id), epoch: epoch
        )
        try await store.add(version)
        return version
    }

    /// Tells devices of a version, with those that wait at the same time, and notes that it is finished.
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
                                ? "Devices were told of a withdrawn version." : "Devices were told of a version.",
                            metadata: Self.metadata(version))
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

    /// What devices are told: the version, and the newest later one that was withdrawn, where there is room for it. So they know its
    /// floor, and no older database brings it back.
    private func descriptor(of version: StoredVersion) async throws -> ReleaseDescriptor {
        var descriptor = ReleaseDescriptor(app: version.listing.id, releases: [Self.release(of: version)])
        let id = version.listing.id
        let withdrawn = try await store.newestWithdrawn(of: id, above: version.listing.version.code)
        // One of an earlier epoch would have devices remember a floor that they were to forget.
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
