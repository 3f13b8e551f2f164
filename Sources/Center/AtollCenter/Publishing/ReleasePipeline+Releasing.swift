import AtollCenterDomain
import AtollPackages
import Foundation
import Logging

extension ReleasePipeline {
    /// Announces what is due about a mini app: in this process, or in another if this one does not sign.
    func announce(_ id: MiniAppID) async throws {
        try await wait {
            guard try await self.store.isDue(id) else { return false }
            // Its caller need not wait for what does not mend itself.
            if let reason = self.unfinished[id] { throw CenterError.repository("\(id) can't be announced: \(reason)") }
            return true
        }
    }

    /// Waits until something is no longer pending.
    ///
    /// - Throws: ``CenterError/notAnnounced`` after ``patience``, or the reason that this process could not release it.
    func wait(while isDue: () async throws -> Bool) async throws {
        let end = ContinuousClock.now.advanced(by: Self.patience)
        while true {
            if signs { try await release() }
            guard try await isDue() else { return }
            guard ContinuousClock.now < end else { throw CenterError.notAnnounced }
            // An item that can't be read stays pending: it must not use the processor continuously.
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
                hasSigned = false
                note(unfinished: try await store.release { work, files in try await self.sign(work, files) })
                // If another caller, or another process, has announced everything, this was no release.
                if hasSigned || !unfinished.isEmpty {
                    metrics?.released(unfinished.isEmpty ? "announced" : "unfinished", in: start.duration(to: .now))
                }
                failures = (0, "")
                for caller in callers { caller.resume() }
            } catch {
                failures = (failures.count + 1, "\(error)")
                metrics?.released("failed", in: start.duration(to: .now))
                for caller in callers { caller.resume(throwing: error) }
            }
        }
        isReleasing = false
    }

    private func note(unfinished found: [MiniAppID: String]) {
        for (id, reason) in found where unfinished[id] != reason {
            logger.error(
                "A mini app could not be announced, or was announced and is not found yet; this is retried.",
                metadata: ["miniApp": "\(id)", "error": "\(reason)"])
        }
        unfinished = found
    }

    /// Returns the fault that prevents this process from announcing, for its operator.
    func check() -> StorageCheck {
        var fault: String?
        if failures.count >= Self.failuresToReport {
            fault = "the last \(failures.count) releases failed: \(failures.reason)"
        } else if let (id, reason) = unfinished.min(by: { $0.key.rawValue < $1.key.rawValue }) {
            fault = "\(id) and \(unfinished.count - 1) others wait to be announced: \(reason)"
        }
        return StorageCheck("releases", fault: fault, isNeeded: false)
    }

    /// Announces what other processes, or earlier ones, have left; called again and again.
    func announceDue() async {
        guard signs else { return }
        do {
            guard try await store.isAnythingDue() else { return }
            try await release()
        } catch CenterError.noRepository {
            return
        } catch is CancellationError {
            // This process is shutting down. The next one announces the change.
            return
        } catch {
            logger.error("Changes could not be announced to devices; this is retried.", metadata: ["error": "\(error)"])
        }
    }

    /// Publishes the descriptors of pending mini apps, unless devices have them.
    ///
    /// - Returns: The mini apps whose descriptor can't be published, or is older than the one in the repository, with
    ///   the reasons.
    private func sign(_ work: ReleaseWork, _ files: any RepositoryFiles) async throws -> [MiniAppID: String] {
        hasSigned = true
        let told = try await repository.descriptors(of: work.miniApps.map(\.id), in: files)
        var refused: [MiniAppID: String] = [:]
        var descriptors: [ReleaseDescriptor] = []
        var announced: [StoredVersion] = []
        for due in work.miniApps {
            guard let highest = due.highest, let descriptor = try await descriptor(for: due) else { continue }
            // A fault of one mini app must not delay the others.
            guard descriptor.encoded().count <= ReleaseDescriptor.maximumLength else {
                refused[due.id] = "its descriptor is too long"
                continue
            }
            if let old = told[due.id] {
                if Self.isSame(old, descriptor) { continue }
                if let newer = try await newerThanDatabase(old, than: highest.code, of: due.id) {
                    refused[due.id] = "the repository announces version \(newer), which the database does not contain"
                    continue
                }
            }
            descriptors.append(descriptor)
            announced.append(highest)
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

    /// Checks that a statement can be stored and announced, with any minimum host that the operator may set: unsigned
    /// parts of it may have any length.
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

    /// The descriptor of a mini app: the live version and the one that is being rolled out, or, if there is room for
    /// it, the newest later version that was withdrawn. So devices learn the floor of the withdrawn version, and no
    /// older database brings it back.
    func descriptor(for due: DueMiniApp) async throws -> ReleaseDescriptor? {
        guard let current = due.current else { return nil }
        let released = [due.live, due.partial].compactMap(\.self)
        var descriptor = ReleaseDescriptor(
            app: due.id, isQuarantined: due.isQuarantined,
            releases: (released.isEmpty ? [current] : released).map { Self.release(of: $0, due.isQuarantined) })
        // A version of an earlier epoch would make devices remember a floor that they were meant to forget.
        if let withdrawn = due.withdrawn, released.count == 1,
            withdrawn.epoch == (try await repository.publisher(current.publisher))?.floorsEpoch(of: due.id) ?? 0
        {
            var both = descriptor
            both.releases.append(Self.release(of: withdrawn, due.isQuarantined))
            if both.encoded().count <= ReleaseDescriptor.maximumLength { descriptor = both }
        }
        return descriptor
    }

    private static func release(of version: StoredVersion, _ isQuarantined: Bool) -> ReleaseDescriptor.Release {
        .init(
            version.statement, state: version.isWithdrawn || isQuarantined ? .withdrawn : .live,
            permyriad: version.isWithdrawn ? Rollout.everyone : version.rollout.permyriad,
            salt: String(version.statement.digest.hex.prefix(16)), isHeld: version.rollout.isHeld,
            groups: version.rollout.groups, minimumHost: version.minimumHost, approved: version.changed)
    }

    static func metadata(_ version: StoredVersion) -> Logger.Metadata {
        [
            "miniApp": "\(version.listing.id)", "code": "\(version.listing.version.code)",
            "publisher": "\(version.publisher)", "files": "\(version.listing.files.count)",
            "bytes": "\(version.listing.files.bytes)",
        ]
    }
}
