import AtollCenterAPI
import AtollPackages
import Foundation
import SQLStatements
import SignedJSON

/// A version as databases store it: its parts as text and numbers.
struct StoredVersionRow: Sendable {
    package let listing: String
    package let statement: String

    package init(_ version: StoredVersion) throws {
        listing = try SearchEntry.text(of: version.listing)
        statement = String(decoding: version.statement.json.readableBytes, as: UTF8.self)
    }

    /// The columns that ``version(_:)`` reads, and from where.
    package static let query: SQLFragment = """
        SELECT version.listing, version.statement, mini_app.publisher, version_state.state, version_state.permyriad,
            version_state.rollout_groups, minimum_host.version, version.epoch, version.withdrawn,
            version.withdrawal_reason, version_state.changed, version.bytes_removed IS NULL
        FROM version JOIN mini_app ON mini_app.id = version.mini_app
        JOIN version_state ON version_state.mini_app = version.mini_app AND version_state.code = version.code
        LEFT JOIN minimum_host ON minimum_host.mini_app = version.mini_app
        """

    /// - Throws: ``StoredDataError``, `ReleaseRefusal`, or an error from decoding.
    package static func version(_ row: SQLRow) throws -> StoredVersion {
        let (text, name) = (try row.text(2), try row.text(3))
        guard let publisher = PublisherID(text) else { throw StoredDataError.badPublisher(text) }
        guard let state = VersionState(rawValue: name) else { throw StoredDataError.badState(name) }
        let reason = try row.text(9)
        let withdrawn = try row.isNull(8) ? nil : Date(timeIntervalSince1970: row.number(8))
        return StoredVersion(
            listing: try JSONDecoder.center.decode(MiniAppListing.self, from: Data(try row.text(0).utf8)),
            publisher: publisher, statement: try SignedStatement(parsing: Data(try row.text(1).utf8)), state: state,
            changed: Date(timeIntervalSince1970: try row.number(10)),
            rollout: Rollout(
                permyriad: try row.int(4),
                groups: try JSONDecoder.center.decode([String].self, from: Data(try row.text(5).utf8)),
                isHeld: state == .held),
            minimumHost: try row.optionalText(6), epoch: try row.int(7),
            withdrawal: withdrawn.map { (date: $0, reason: reason) }, hasFiles: try row.bool(11))
    }
}
