import AtollPackages
import Foundation

/// Records of the tokens that have not expired yet, by their `jti`: the users they were issued for, which the tokens do
/// not contain.
///
/// The records are in memory only. A token without a record counts as revoked, for example after a restart of the
/// shell. It expires within minutes, and the mini app gets another one.
actor IssuedTokens {
    /// A token that was issued.
    struct Record: Sendable {
        let user: String
        let session: SHA256Hash
        let miniApp: MiniAppID
        let audience: String
        let scopes: [String]
        let permission: String
        let launch: SHA256Hash?
        let expires: Date
    }

    private var records: [String: Record] = [:]
    private var order: [String] = []
    private let now: @Sendable () -> Date

    static let capacity = 100_000

    init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    func add(_ record: Record, _ id: String) {
        if order.count >= Self.capacity { shorten() }
        records[id] = record
        order.append(id)
    }

    /// The record of a token, if it has neither expired nor been revoked.
    func record(_ id: String) -> Record? {
        guard let record = records[id], record.expires > now() else { return nil }
        return record
    }

    /// Revokes a token.
    func revoke(_ id: String) { records[id] = nil }

    /// Revokes all of a user's tokens for a back end of a mini app.
    func revokeAll(of user: String, for miniApp: MiniAppID, audience: String? = nil) {
        records = records.filter { _, record in
            record.user != user || record.miniApp != miniApp || (audience ?? record.audience) != record.audience
        }
    }

    private func shorten() {
        let time = now()
        records = records.filter { $0.value.expires > time }
        order = order.filter { records[$0] != nil }
        // If there are more tokens than this, the oldest are dropped, so that they count as revoked.
        for id in order.prefix(max(0, order.count - Self.capacity / 2)) { records[id] = nil }
        order = order.filter { records[$0] != nil }
    }
}
