/// Why what a user says about a mini app was not taken.
public enum FeedbackError: Error, Hashable {
    /// Several reports of this user about the mini app are still open.
    case tooManyOwnReports
    /// Several hundred reports of all users about the mini app are still open.
    case tooManyReports
    /// The user sends too much in a short time.
    case tooOften
    /// The Center does not take it: a sentence that says why.
    case refused(String)
    /// The Center can't be asked.
    case catalog(CatalogError)
}

extension FeedbackError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooManyOwnReports: "Several of your reports about this mini app are still open."
        case .tooManyReports: "This mini app has too many open reports. Try again later."
        case .tooOften: "There were too many requests. Wait a moment and try again."
        case .refused(let reason): reason
        case .catalog(let error): error.description
        }
    }
}
