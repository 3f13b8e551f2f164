import PrintableText

/// The reason that PostgreSQL did not do what it was asked to.
package enum PostgresError: Error, Equatable {
    /// The address is not one of a PostgreSQL database.
    case badAddress
    /// No server could be reached that accepts the connection: libpq's description, which never includes a password.
    case unreachable(String)
    /// All connections were in use for this long.
    case exhausted(Duration)
    /// The server did not answer within this time. In a transaction, nothing was changed: it was not committed.
    case timedOut(Duration)
    /// The connection was lost before the transaction was committed: nothing was changed.
    case lost(String)
    /// The connection was lost while the transaction was being committed: the caller must check whether it was.
    case outcomeUnknown
    /// The server refused a statement.
    case refused(SQLState, message: String, constraint: String?)
    /// A value is not of the type that the code expects.
    case badValue(column: Int, expected: String)
    /// A query returned no row where there must be one.
    case noRow
    /// Text includes U+0000, which PostgreSQL can't store.
    case nulCharacter
    /// The database was migrated by a newer version of this program.
    case newerSchema(found: Int, known: Int)
    /// The database must be migrated first.
    case olderSchema(found: Int, needed: Int)
    /// The pool was closed.
    case closed

    /// Whether the same work may succeed if it is done again from its beginning, which is safe: nothing was changed.
    package var isWorthRepeating: Bool {
        switch self {
        case .lost, .unreachable: true
        case .refused(let state, _, _): state.isWorthRepeating
        default: false
        }
    }

    /// The state of a refused statement, or nil.
    package var state: SQLState? {
        if case .refused(let state, _, _) = self { return state }
        return nil
    }
}

extension PostgresError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .badAddress: "The address of the database is not valid; it has the form postgres://user@host/database."
        case .unreachable(let reason): "The database can't be reached: \(reason.printable())"
        case .exhausted(let time): "All connections to the database were in use for \(time.components.seconds) seconds."
        case .timedOut(let time): "The database did not answer within \(time.components.seconds) seconds."
        case .lost(let reason): "The connection to the database was lost: \(reason.printable())"
        case .outcomeUnknown: "The connection to the database was lost during a commit, so its outcome is unknown."
        case .refused(let state, let message, _):
            "The database refused a statement (\(state.rawValue)): \(message.printable())"
        case .badValue(let column, let expected): "Column \(column) of a row of the database is not \(expected)."
        case .noRow: "The database returned no row where there must be one."
        case .nulCharacter: "The text includes the character U+0000, which can't be stored."
        case .newerSchema(let found, let known):
            "The database has schema \(found), and this program knows only schema \(known). Install a newer version."
        case .olderSchema(let found, let needed):
            "The database has schema \(found), and schema \(needed) is needed. Run: atoll center migrate"
        case .closed: "The connections to the database were closed."
        }
    }
}
