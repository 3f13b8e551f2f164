import GRDB

/// How far a report is.
enum ReportState: String, Codable, Sendable, DatabaseValueConvertible {
    /// Its parts are still coming; only who writes it knows of it.
    case draft
    /// A manager is to decide.
    case submitted
    case approved
    /// A manager wants something changed: what is in it may be handed in again.
    case returned
}
