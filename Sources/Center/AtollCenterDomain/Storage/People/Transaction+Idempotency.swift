import Foundation
import SQLStatements

extension Snapshot {
    /// Returns the record of a request with this key, or `nil`.
    package func recorded(_ request: IdempotentRequest) throws -> RepeatedRequest? {
        let row = try session.row(
            """
            SELECT content, status, body FROM idempotent_request
            WHERE sender = \(.text(request.sender)) AND request_key = \(.bytes(request.key))
                AND made > \(.integer(now.secondsSince1970 - IdempotentRequest.lifetime))
            """)
        return try row.map { row in
            RepeatedRequest(
                isSame: try row.data(0) == request.content, status: try row.optionalInt(1), body: try row.data(2))
        }
    }

    /// How many requests of a sender are remembered.
    package func recordedCount(of sender: String) throws -> Int {
        try session.row("SELECT count(*) FROM idempotent_request WHERE sender = \(.text(sender))")?.int(0) ?? 0
    }
}

extension Transaction {
    /// Records a request in the transaction of what it does.
    ///
    /// - Throws: ``RepeatedRequest`` if another one with its key was carried out meanwhile.
    package func record(_ request: IdempotentRequest) throws {
        if let found = try view.recorded(request) { throw found }
        try session.perform(
            """
            INSERT INTO idempotent_request (sender, request_key, content, body, made)
            VALUES (\(.text(request.sender)), \(.bytes(request.key)), \(.bytes(request.content)), \(.bytes(Data())),
                \(.integer(time)))
            ON CONFLICT (sender, request_key) DO UPDATE SET content = excluded.content, status = NULL,
                body = excluded.body, made = excluded.made
            """)
    }

    /// Stores what was answered to a request.
    package func store(_ status: Int, _ body: Data, of request: IdempotentRequest) throws {
        try session.perform(
            """
            UPDATE idempotent_request SET status = \(.integer(status)), body = \(.bytes(body))
            WHERE sender = \(.text(request.sender)) AND request_key = \(.bytes(request.key))
            """)
    }

    package func removeOldRequests() throws {
        try session.perform(
            "DELETE FROM idempotent_request WHERE made <= \(.integer(time - IdempotentRequest.lifetime))")
    }
}
