/// The reasons why a report can't be read or changed.
enum ReportError: Error {
    /// The report does not exist, or the caller may not see it.
    case unknown
    /// The report is in the wrong state, or receipts are missing.
    case state
    /// One of its expenses was already handed in.
    case twice
    /// The user has reached the limit on reports or receipts.
    case full
    /// The manager's own report, about which another manager must decide.
    case own
}
