import AtollCatalog
import Foundation

extension FeedbackError: LocalizedError {
    /// A text for users.
    public var errorDescription: String? {
        switch self {
        case .tooManyOwnReports:
            localized("Your report was not accepted, because several of your earlier ones are still open.")
        case .tooManyReports: localized("This mini app has too many open reports. Try again later.")
        case .tooOften: localized("Too many requests. Wait a moment and try again.")
        case .refused: localized("Your report was not accepted.")
        case .catalog(let error): error.errorDescription
        }
    }
}
