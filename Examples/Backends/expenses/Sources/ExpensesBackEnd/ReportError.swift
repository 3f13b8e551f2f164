/// Why a report is not changed.
enum ReportError: Error {
    /// The report does not exist, or the caller may not see it.
    case unknown
    /// It is too far for that, or its receipts are not all there.
    case state
    /// An expense of it was handed in already.
    case twice
    /// The caller has submitted the largest number of reports.
    case full
    /// Managers don't decide about their own reports.
    case own
}
