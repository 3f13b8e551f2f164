import AtollLinks

extension ShellError {
    /// The error that the user sees for a URL that can't be opened.
    init(_ error: LinkError) {
        switch error {
        case .unknownRoute: self = .notFound
        default: self = .badAddress(error.description)
        }
    }
}
