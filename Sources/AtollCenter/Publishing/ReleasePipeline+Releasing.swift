import AtollPackages
import Foundation
import Logging

extension ReleasePipeline {
    /// Announces what is due about a mini app: in this process, or in another if this one does not sign.
    func announce(_ id: MiniAppID) async throws {
        try await wait { try await self.store.isDue(id) }
    }

    /// Waits until something is not due any more.
    ///
    /// - Throws: ``CenterError/notAnnounced`` after ``patience``, or the reason that this process could not release it.
    func wait(while isDue: () async throws -> Bool) async throws {
        let end = ContinuousClock.now.advanced(by: Self.patience)
        while true {
            if signs { try await release() }
            guard try await isDue() else { return }
            guard ContinuousClock.now < end else { throw CenterError.notAnnounced }
            // What can't be read stays due: it must not keep the processor busy.
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Announces what is due, together with what other callers wait for.
    func release() async throws {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(continuation)
            guard !isReleasing else { return }
            isReleasing = true
            Task { await self.releaseWaiting() }
        }
    }

    private func releaseWaiting() async {
        while !waiting.isEmpty {
            let callers = waiting
            waiting = []
            let start = ContinuousClock.now
            do {
                try await store.release { work, files in try await self.sign(work, files) }
                metrics?.released("announced", in: start.duration(to: .now))
                for caller in callers { caller.resume() }
            } catch {
                metrics?.released("failed", in: start.duration(to: .now))
                for caller in callers { caller.resume(throwing: error) }
            }
        }
        isReleasing = false
    }

    /// Announces what other processes, or earlier ones, have left; called again and again.
    func announceDue() async {
        guard signs else { return }
        do {
            guard try await store.isAnythingDue() else { return }
            try await release()
        } catch CenterError.noRepository {
            return
        } catch {
            logger.error("Changes could not be announced to devices; this is retried.", metadata: ["error": "\(error)"])
        }
    }

    /// Publishes the descriptors of what is due, as far as devices have not been told.
    ///
    /// - Returns: The mini apps whose descriptor in the repository is newer than the database.
    private func sign(_ work: ReleaseWork, _ files: any RepositoryFiles) async throws -> [MiniAppID] {
        let told = try await repository.descriptors(of: work.miniApps.map(\.id), in: files)
        var refused: [MiniAppID] = []
        var descriptors: [ReleaseDescriptor] = []
        var announced: [StoredVersion] = []
        for due in work.miniApps {
            guard let version = due.version, let descriptor = try await descriptor(for: due) else { continue }
            // Whatever is wrong with one mini app must not keep the others waiting.
            guard descriptor.encoded().count <= ReleaseDescriptor.maximumLength else {
                logger.error("A descriptor is too long to be announced.", metadata: Self.metadata(version))
                refused.append(due.id)
                continue
            }
            if let old = told[due.id] {
                if Self.isSame(old, descriptor) { continue }
                if try await newerThanDatabase(old, than: version.listing.version.code, of: due.id) != nil {
                    refused.append(due.id)
                    continue
                }
            }
            descriptors.append(descriptor)
            announced.append(version)
        }
        if !descriptors.isEmpty || !work.targets.isEmpty {
            try await repository.publish(descriptors, work.targets.map { ($0.path, $0.data) }, in: files)
        }
        for version in announced {
            logger.info(
                version.isWithdrawn
                    ? "A withdrawn version is being announced to devices." : "A version is being announced to devices.",
                metadata: Self.metadata(version))
        }
        return refused
    }

    /// Checks that a statement can be stored and announced, with whatever minimum host the operator may set: parts of it
    /// that nobody has signed may have any length.
    static func checkFits(_ signed: SignedStatement, of app: MiniAppID) throws(ReleaseRefusal) {
        _ = try SignedStatement(parsing: Data(signed.json.readableBytes))
        let longest = ReleaseDescriptor(
            app: app,
            releases: [
                .init(
                    signed, state: .withdrawn, salt: String(repeating: "0", count: 16),
                    minimumHost: String(repeating: "0", count: maximumHostVersion), approved: Date())
            ])
        guard longest.encoded().count <= ReleaseDescriptor.maximumLength else {
            throw .malformed("statement", "it is too long to be announced to devices")
        }
    }

    /// The descriptor that announces a version, with the newest later version that was withdrawn if there is room for
    /// it. So devices learn the floor of the withdrawn version, and no older database brings it back.
    func descriptor(for due: DueMiniApp) async throws -> ReleaseDescriptor? {
        guard let version = due.version else { return nil }
        var descriptor = ReleaseDescriptor(app: due.id, releases: [Self.release(of: version)])
        // A version of an earlier epoch would make devices remember a floor that they were meant to forget.
        if let withdrawn = due.withdrawn,
            withdrawn.epoch == (try await repository.publisher(version.publisher))?.floorsEpoch(of: due.id) ?? 0
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

    static func metadata(_ version: StoredVersion) -> Logger.Metadata {
        [
            "miniApp": "\(version.listing.id)", "code": "\(version.listing.version.code)",
            "publisher": "\(version.publisher)", "files": "\(version.listing.files.count)",
            "bytes": "\(version.listing.files.bytes)",
        ]
    }
}
