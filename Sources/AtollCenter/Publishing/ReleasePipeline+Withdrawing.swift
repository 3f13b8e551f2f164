import AtollPackages
import Foundation
import Logging

extension ReleasePipeline {
    /// Withdraws a version: devices go back to the newest one before it that they may open. Neither a restart nor a
    /// database that was restored from an older copy brings it back.
    ///
    /// Withdrawing a version again announces it again: the first response may have been lost.
    ///
    /// - Parameter isDryRun: Whether to only report what would happen.
    /// - Throws: ``CenterError``. ``CenterError/untold(_:)`` means that the version is withdrawn, but this could not be
    ///   announced to devices yet.
    /// - Complexity: Reads every version of the mini app.
    func withdraw(
        _ code: Int, of id: MiniAppID, by publisher: PublisherID, reason: String, isDryRun: Bool, at now: Date
    ) async throws -> Withdrawal {
        try await repeating {
            try await self.withdrawOnce(
                code, of: id, by: publisher, reason: reason, isDryRun: isDryRun, at: now)
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
        _ code: Int, of id: MiniAppID, by publisher: PublisherID, reason: String, isDryRun: Bool, at now: Date
    ) async throws -> Withdrawal {
        try await inOrder(of: id) {
            let versions = try await self.store.versions(of: id)
            guard let version = versions.first(where: { $0.listing.version.code == code }),
                let current = try await self.store.currentVersion(of: id)
            else { throw CenterError.unknownVersion(code) }
            var fallback = current.isWithdrawn ? nil : current
            if fallback?.listing.version.code == code {
                fallback = try await self.fallback(from: code, among: versions, by: publisher, at: now)
            }
            if !isDryRun {
                try await self.checkTold(of: id, before: current.listing.version.code)
                if version.isWithdrawn {
                    try await self.store.makeDue(id)
                } else {
                    let isDone = try await self.store.withdraw(
                        code, of: id, reason: reason, at: now, current: (fallback ?? current).listing.version.code,
                        expecting: current.listing.version.code, isDue: true)
                    guard isDone else { throw CenterError.currentChanged }
                }
                try await self.tellOfWithdrawal(of: code, id)
            }
            return Withdrawal(
                version: version.listing.version, fallback: fallback?.listing.version,
                dropped: try Self.superApps(of: version).subtracting(fallback.map(Self.superApps) ?? []).sorted(),
                publisher: publisher, since: version.withdrawal?.date)
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
        for version in versions {
            guard let statement = try? ReleaseStatement(parsing: version.statement.bytes) else { continue }
            if version.epoch == file.floorsEpoch(of: statement.app) { floor = max(floor, statement.floor) }
        }
        for version in versions where version.listing.version.code < code && !version.isWithdrawn {
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

    /// Updates a database that is older than the repository, because it was restored from a copy, with the withdrawals
    /// that the repository announces.
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
        let releases = try descriptor.releases.map {
            (state: $0.state, code: try ReleaseStatement(parsing: $0.statement.bytes).version.code)
        }
        guard let last = releases.filter({ $0.state == .withdrawn }).map(\.code).max() else { return false }
        let live = releases.filter { $0.state == .live }.map(\.code).max()
        let versions = try await store.versions(of: id).filter { $0.listing.version.code <= last }
        let missed = versions.filter { !$0.isWithdrawn && $0.listing.version.code > live ?? 0 }
        guard !missed.isEmpty else { return false }
        let current = versions.first { $0.listing.version.code == live ?? last } ?? version
        for each in missed {
            _ = try await store.withdraw(
                each.listing.version.code, of: id,
                reason: "The database was restored from a copy without the withdrawal.", at: now(),
                current: current.listing.version.code, expecting: nil, isDue: false)
            logger.warning(
                "A withdrawal that the repository announces was missing from the database, and was added.",
                metadata: ["miniApp": "\(id)", "code": "\(each.listing.version.code)"])
        }
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
