import AtollPackages
import Foundation
import Logging

extension Publisher {
    /// Withdraws a version: devices go back to the newest one before it that they may open. It is not brought back by a start, nor by
    /// an older database.
    ///
    /// Asked again, it tells devices again: the answer to the first time may have been lost.
    ///
    /// - Parameter isTrial: Whether to say only what would happen.
    /// - Throws: ``PublishingError``. Where devices could not be told, the next start tells them.
    /// - Complexity: Reads every version of the mini app.
    func withdraw(
        _ code: Int, of id: MiniAppID, by publisher: PublisherID, reason: String, isTrial: Bool, at now: Date
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
            if !isTrial {
                if !version.isWithdrawn {
                    try await self.store.withdraw(
                        code, of: id, reason: reason, at: now, current: (fallback ?? current).listing.version.code)
                }
                // What is told now has to be read anew: it may be the version that was just withdrawn.
                if let told = try await self.store.currentVersion(of: id) { try await self.finish(told) }
            }
            return Withdrawal(version: version.listing.version, fallback: fallback?.listing.version)
        }
    }

    /// The newest version below `code` that devices would open.
    private func fallback(
        from code: Int, among versions: [StoredVersion], by publisher: PublisherID, at now: Date
    ) async throws -> StoredVersion? {
        guard let file = try await repository.publisher(publisher) else {
            throw PublishingError.unknownPublisher(publisher)
        }
        // Devices hold to every floor that they have seen, be it in a version that is withdrawn.
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
}
