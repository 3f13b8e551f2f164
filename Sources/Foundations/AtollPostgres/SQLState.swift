/// The five characters by which PostgreSQL classifies an error (Appendix A of its documentation).
package struct SQLState: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package init(stringLiteral value: String) {
        rawValue = value
    }

    package static let uniqueViolation: SQLState = "23505"
    package static let foreignKeyViolation: SQLState = "23503"
    package static let checkViolation: SQLState = "23514"
    package static let serializationFailure: SQLState = "40001"
    package static let deadlock: SQLState = "40P01"
    package static let readOnly: SQLState = "25006"
    package static let diskFull: SQLState = "53100"
    package static let tooManyConnections: SQLState = "53300"
    package static let lockNotAvailable: SQLState = "55P03"
    package static let cancelled: SQLState = "57014"
    package static let undefinedTable: SQLState = "42P01"

    /// Whether the values of a statement are the reason: data that a type, a constraint or the limit of an index
    /// refuses.
    package var isAboutData: Bool {
        ["22", "23", "54"].contains(String(rawValue.prefix(2)))
    }

    /// Whether the server ended the session, or is about to: it was restarted, shut down or is being promoted.
    package var endsSession: Bool {
        rawValue.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(rawValue)
    }

    /// Whether the same transaction may succeed if it is run again from its beginning.
    package var isWorthRepeating: Bool {
        endsSession || self == .serializationFailure || self == .deadlock || self == .readOnly
    }
}
