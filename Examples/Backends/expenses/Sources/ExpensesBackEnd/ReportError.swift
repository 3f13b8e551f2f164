/// Why a report is not changed.
enum ReportError: Error {
    /// The report does not exist, or whoever asks may not see it.
    case unknown
    /// It is too far for that, or its receipts are not all there.
    case state
    /// An expense of it was handed in already.
    case twice
    /// Somebody has handed in as much as one may.
    case full
    /// Nobody decides about their own.
    case own
}
