import AtollPackages

/// Why a preview was not opened.
public enum PreviewError: Error, Hashable, CustomStringConvertible {
    /// There is no such code, it has expired or was revoked, or its version was rejected, withdrawn or suspended.
    case unknown
    /// It was opened as often as it may be.
    case usedUp
    /// The mini app's id is too long for a preview.
    case unfit(MiniAppID)
    /// The Center could not be asked, or what it said was refused.
    case catalog(CatalogError)

    public var description: String {
        switch self {
        case .unknown: "There is no such preview: it has expired or was revoked, or the code is wrong."
        case .usedUp: "This link has been opened as often as it may be."
        case .unfit(let id): "There can be no preview of \(id)."
        case .catalog(let error): "\(error)"
        }
    }
}
