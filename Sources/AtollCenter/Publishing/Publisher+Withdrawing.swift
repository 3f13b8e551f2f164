import AtollPackages
import Foundation
import Logging

extension Publisher {
    /// Withdraws a version: devices go back to the newest one before it that they may open. Neither a start nor a database that was restored
    /// from an older copy brings it back.
    ///
    /// Asked again, it tells devices again: the first answer may have been lost.
    ///
    /// - Parameter isDryRun: Whether to say only what would happen.
    /// - Throws: ``PublishingError``. ``PublishingError/untold(_:)`` means that the version is withdrawn and devices could not be told yet.
    /// - Complexity: Reads every version of the mini app.
    func withdraw(
        _ code: Int, of id: MiniAppID, by publisher: PublisherID, reason: String, isDryRun: Bool, at now: Date
    ) async throws -> Withdrawal {
        try await inOrder(of: id) {
            let versions = try await self.store.versions(of: id)
            guard let version = versions.first(where: { $0.listing.version.code == code }),
                let current = try await self.store.currentVersion(of: id)
            else { throw PublishingError.unknownVersion(code) }
            var fallback = current.isWithdrawn ? nil : current
            if fallback?.listing.version.code == code {
                fallback = try await self.fallback(from: code, among: versions, by: publisher, at: now)
            }
            if !isDryRun {
                try await self.checkTold(of: id, before: current.listing.version.code)
                if !version.isWithdrawn {
                    try await self.store.withdraw(
                        code, of: id, reason: reason, at: now, current: (fallback ?? current).listing.version.code)
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
            try await tellCurrent(of: id)
        } catch {
            untold.insert(id)
            throw PublishingError.untold(code)
        }
    }

    /// Tells devices of the version that the database has as the current one now: it may be the one that was just withdrawn.
    private func tellCurrent(of id: MiniAppID) async throws {
        if let current = try await store.currentVersion(of: id) { try await finish(current) }
        untold.remove(id)
    }

    /// Tells devices of what was withdrawn and they could not be told of; called each hour.
    func tellUntold() async {
        for id in untold {
            do {
                try await inOrder(of: id) { try await self.tellCurrent(of: id) }
            } catch {
                logger.error(
                    "Devices could not be told that a version is withdrawn; it is tried again in an hour.",
                    metadata: ["miniApp": "\(id)", "error": "\(error)"])
            }
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
            throw PublishingError.unknownPublisher(publisher)
        }
        // Devices hold to every floor that they have seen, even in a version that is withdrawn.
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
            } catch PublishingError.statement {
                // Signed by a key that is gone, expired, or below the floor that the review team has signed.
                continue
            }
        }
        return nil
    }

    /// Makes the database say what devices are told, where it is older than that: it was restored from a copy.
    ///
    /// A descriptor has room for the newest withdrawn version only. Devices go back to the newest version that is not withdrawn, so
    /// those between are taken for withdrawn as well.
    ///
    /// - Returns: Whether devices are to be left with what they are told.
    func adopt(_ descriptor: ReleaseDescriptor, over version: StoredVersion) async throws -> Bool {
        let id = version.listing.id
        if let told = try await newerThanDatabase(descriptor, than: version.listing.version.code, of: id) {
            logger.error(
                "Devices are told of a newer version than the database has. Publish it again, or restore a newer database.",
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
            try await store.withdraw(
                each.listing.version.code, of: id,
                reason: "The database was restored from a copy that did not have the withdrawal.", at: Date(),
                current: current.listing.version.code)
            logger.warning(
                "A version is withdrawn, as devices know, and the database did not have that. Now it has.",
                metadata: ["miniApp": "\(id)", "code": "\(each.listing.version.code)"])
        }
        return true
    }

    /// Makes sure that devices are not told of a version instead of a later one that the database does not have: it was restored from
    /// an older copy.
    ///
    /// - Throws: ``PublishingError/olderDatabase(told:)``.
    func checkTold(of id: MiniAppID, before code: Int) async throws {
        guard let descriptor = try await repository.descriptor(of: id),
            let told = try await newerThanDatabase(descriptor, than: code, of: id)
        else { return }
        throw PublishingError.olderDatabase(told: told)
    }

    /// The code of a version above `code` that devices are told of and the database has never had, or nil.
    private func newerThanDatabase(
        _ descriptor: ReleaseDescriptor, than code: Int, of id: MiniAppID
    ) async throws -> Int? {
        for release in descriptor.releases {
            let told = try ReleaseStatement(parsing: release.statement.bytes).version.code
            if told > code, try await !store.knows(release.statement.digest, of: id) { return told }
        }
        return nil
    }
}
