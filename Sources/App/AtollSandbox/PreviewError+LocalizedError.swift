import AtollCatalog
import AtollUI
import Foundation

extension PreviewError: LocalizedError {
    /// The error for a user.
    public var errorDescription: String? {
        switch self {
        case .unknown, .unfit:
            localized("There is no such preview. It has expired or was revoked, or the code is wrong.")
        case .usedUp: localized("This link has been opened as often as it may be. Ask for a new one.")
        case .catalog(let error): error.errorDescription
        }
    }
}
