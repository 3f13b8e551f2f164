import GRDB

/// The state of a report.
enum ReportState: String, Codable, Sendable, DatabaseValueConvertible {
    /// Not complete yet; visible only to its writer.
    case draft
    /// Waiting for a manager's decision.
    case submitted
    case approved
    /// A manager has asked for changes: its expenses may be handed in again.
    case returned
}
