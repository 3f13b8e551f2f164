import AtollPackages
import BoundedHTTP
import Foundation

extension TrustedReleases {
    /// A statement about a version that is not released: its publisher's keys have signed it, for this repository and this super app.
    ///
    /// - Parameter signed: The statement with its signatures, as JSON.
    /// - Throws: ``CatalogError/notAccepted(_:)`` with the reason.
    func unreleased(_ signed: Data, of app: MiniAppID) async throws(CatalogError) -> ReleaseStatement {
        try await inTurn { asked throws(CatalogError) in try await self.verify(signed, of: app, asked) }
    }

    private func verify(
        _ signed: Data, of app: MiniAppID, _ asked: Duration
    ) async throws(CatalogError) -> ReleaseStatement {
        // The publisher's keys may have changed since.
        if !isRecent { try await refresh(asked) }
        let (parsed, claimed): (SignedStatement, PublisherID)
        do throws(ReleaseRefusal) {
            parsed = try SignedStatement(parsing: signed)
            claimed = try ReleaseStatement(parsing: parsed.bytes).publisher
        } catch {
            throw .notAccepted(error)
        }
        let publisher = try await publisher(claimed, of: app, known: nil)
        let policy = ReleasePolicy(repository: repository, host: host, installID: installID, now: now())
        do throws(ReleaseRefusal) {
            return try policy.unreleased(
                parsed, of: app, by: publisher, floor: floor(of: app, epoch: publisher.floorsEpoch(of: app)))
        } catch {
            throw .notAccepted(error)
        }
    }
}
