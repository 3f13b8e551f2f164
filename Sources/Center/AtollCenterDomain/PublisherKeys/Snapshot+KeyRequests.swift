import AtollPackages
import Foundation
import SQLStatements

extension Snapshot {
    /// Returns the requests of an organization, the newest first; at most ``KeyRequest/kept``.
    package func keyRequests(of organization: String) throws -> [KeyRequest] {
        try keyRequests(
            "organization = \(.text(organization)) ORDER BY created DESC, id LIMIT \(.integer(KeyRequest.kept))")
    }

    /// The requests that wait for the review team, in the order of their ids, after one of them.
    package func waitingKeyRequests(after id: String = "", limit: Int) throws -> [KeyRequest] {
        try keyRequests("state = 'asked' AND id > \(.text(id)) ORDER BY id LIMIT \(.integer(limit))")
    }

    /// The request of an organization that waits, or nil.
    package func waitingKeyRequest(of organization: String) throws -> KeyRequest? {
        try keyRequests("organization = \(.text(organization)) AND state = 'asked'").first
    }

    package func keyRequest(_ id: String) throws -> KeyRequest? { try keyRequests("id = \(.text(id))").first }

    private func keyRequests(_ condition: SQLFragment) throws -> [KeyRequest] {
        try session.rows(
            """
            SELECT id, organization, document, comment, state, asker, is_confirmed, created, decided, reason
            FROM publisher_request WHERE \(condition)
            """
        ).map { row in
            let document = try row.text(2)
            guard let state = KeyRequest.State(rawValue: try row.text(4)) else {
                throw StoredDataError.badState(try row.text(4))
            }
            return KeyRequest(
                id: try row.text(0), organization: try row.text(1), document: document,
                request: try SignedPublisherRequest(parsing: Data(document.utf8)).unverified(),
                comment: try row.text(3), state: state, asker: try row.text(5), isConfirmed: try row.bool(6),
                created: try row.int(7), decided: try row.optionalInt(8), reason: try row.text(9))
        }
    }
}
