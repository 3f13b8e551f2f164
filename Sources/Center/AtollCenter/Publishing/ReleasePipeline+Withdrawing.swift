import AtollCenterDomain
import AtollPackages
import Foundation
import Logging

extension ReleasePipeline {
    /// Withdraws a version: devices go back to the newest one before it that they may open. Neither a restart nor a
    /// database that was restored from an older copy brings it back.
    ///
    /// Withdrawing a version again announces it again: the first response may have been lost.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether to only report what would happen.
    ///   - check: Throws if the sender may not withdraw the version.
    /// - Throws: ``CenterError``, ``ActionError`` or a ``Problem``. ``CenterError/untold(_:)`` means that the version is
    ///   withdrawn, but this could not be announced to devices yet.
    /// - Complexity: Reads every version of the mini app.
    func withdraw(
        _ code: Int, of id: MiniAppID, reason: String, isDryRun: Bool, by actor: AuditActor, at now: Date,
        if check: @escaping @Sendable (VersionRecord, Snapshot) throws -> Void
    ) async throws -> Withdrawal {
        try await repeating {
            try await self.withdrawOnce(code, of: id, reason: reason, isDryRun: isDryRun, by: actor, at: now, check)
        }
    }

    /// Does work again if another process has made another version current in the meantime.
    private func repeating<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
        var left = 10
        while true {
            left -= 1
            do {
                return try await work()
            } catch CenterError.currentChanged where left > 0 {
                continue
            }
        }
    }

    private func withdrawOnce(
        _ code: Int, of id: MiniAppID, reason: String, isDryRun: Bool, by actor: AuditActor, at now: Date,
        _ check: @escaping @Sendable (VersionRecord, Snapshot) throws -> Void
    ) async throws -> Withdrawal {
        try await inOrder(of: id) {
            let versions = try await self.store.versions(of: id)
            guard let version = versions.first(where: { $0.code == code }) else {
                throw CenterError.unknownVersion(code)
            }
            let live = versions.first { $0.state == .live }
            var fallback = live
            if let live, live.code == code {
                fallback = try await self.fallback(from: code, among: versions, by: live.publisher, at: now)
            }
            let target = live?.code == code ? fallback?.code : nil
            let withdraw = { @Sendable (change: Transaction) throws -> Bool in
                guard let record = try change.view.version(code, of: id) else { throw CenterError.unknownVersion(code) }
                try check(record, change.view)
                if record.state == .withdrawn { return false }
                try change.check(.withdraw, of: record, revision: nil)
                if isDryRun { return false }
                guard try change.view.version(of: id, in: .live)?.code == live?.code else {
                    throw CenterError.currentChanged
                }
                _ = try change.withdraw(record, fallback: target, reason: reason)
                return true
            }
            if isDryRun {
                try await self.superApps.store.read { view in
                    _ = try withdraw(Transaction(session: view.session, actor: actor, now: view.now))
                }
            } else {
                try await self.checkTold(of: id, before: versions.first { $0.state.isReleased }?.code ?? code)
                if try await !self.superApps.store.change(by: actor, withdraw) { try await self.store.makeDue(id) }
                try await self.tellOfWithdrawal(of: code, id)
            }
            return Withdrawal(
                version: version.listing.version, fallback: fallback?.listing.version,
                dropped: try Self.superApps(of: version).subtracting(fallback.map(Self.superApps) ?? []).sorted(),
                publisher: version.publisher, since: version.withdrawal?.date)
        }
    }

    private func tellOfWithdrawal(of code: Int, _ id: MiniAppID) async throws {
        do {
            try await announce(id)
        } catch {
            logger.error(
                "A withdrawal could not be announced to devices yet; it remains due.",
                metadata: ["miniApp": "\(id)", "error": "\(error)"])
            throw CenterError.untold(code)
        }
    }

    private static func superApps(of version: StoredVersion) throws -> Set<String> {
        Set(try ReleaseStatement(parsing: version.statement.bytes).superApps)
    }

    /// The newest version below `code` that devices would open.
    private func fallback(
        from code: Int, among versions: [StoredVersion], by publisher: PublisherID, at now: Date
    ) async throws -> StoredVersion? {
        guard let file = try await repository.publisher(publisher) else {
            throw CenterError.unknownPublisher(publisher)
        }
        // Devices enforce every floor that they have seen, even that of a withdrawn version.
        var floor = 0
        for version in versions where version.state.isReleased || [.superseded, .withdrawn].contains(version.state) {
            guard let statement = try? ReleaseStatement(parsing: version.statement.bytes) else { continue }
            if version.epoch == file.floorsEpoch(of: statement.app) { floor = max(floor, statement.floor) }
        }
        for version in versions where version.code < code && version.state == .superseded && version.hasFiles {
            guard version.listing.version.code >= floor else { return nil }
            do {
                _ = try await verify(version.statement, by: publisher, at: now)
                return version
            } catch CenterError.statement {
                // Signed by a removed key, expired, or below the review team's floor.
                continue
            }
        }
        return nil
    }

    /// Updates a database that is older than the repository, because it was restored from a copy, with what the repository
    /// announces.
    ///
    /// A descriptor has room for the newest withdrawn version only. Devices go back to the newest version that is not
    /// withdrawn, so those in between count as withdrawn, too.
    ///
    /// - Returns: Whether the descriptor must stay as it is.
    func adopt(_ descriptor: ReleaseDescriptor, over version: StoredVersion) async throws -> Bool {
        let id = version.listing.id
        if let told = try await newerThanDatabase(descriptor, than: version.listing.version.code, of: id) {
            logger.error(
                """
                The repository announces a newer version than the database contains. Publish a version with a higher \
                code, or restore a newer database.
                """,
                metadata: ["miniApp": "\(id)", "told": "\(told)"])
            return true
        }
        let told = try ToldReleases(descriptor)
        guard try await superApps.store.change(by: .system, { try $0.adopt(told, of: id) }) else { return false }
        logger.warning(
            "The database was older than what the repository announces, and was brought in line with it.",
            metadata: ["miniApp": "\(id)"])
        return true
    }

    /// Prevents a version from replacing a later one that the repository announces and the database does not contain,
    /// because it was restored from an older copy.
    ///
    /// - Throws: ``CenterError/olderDatabase(told:)``.
    func checkTold(of id: MiniAppID, before code: Int) async throws {
        guard let descriptor = try await repository.descriptor(of: id),
            let told = try await newerThanDatabase(descriptor, than: code, of: id)
        else { return }
        throw CenterError.olderDatabase(told: told)
    }

    /// The code of a version above `code` that the repository announces and the database has never contained, or nil.
    func newerThanDatabase(
        _ descriptor: ReleaseDescriptor, than code: Int, of id: MiniAppID
    ) async throws -> Int? {
        for release in descriptor.releases {
            let told = try ReleaseStatement(parsing: release.statement.bytes).version.code
            if told > code, try await !store.knows(release.statement.digest, of: id) { return told }
        }
        return nil
    }
}
