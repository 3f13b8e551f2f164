import AtollLinks
import AtollTexts

extension ShellError {
    /// The error that the user sees for a URL that can't be opened.
    init(_ error: LinkError) {
        switch error {
        case .unknownRoute: self = .notFound
        // The exact problem is described in English only.
        default:
            self = .badAddress(
                TextLanguage.current == "en"
                    ? error.description : localized("Check that the whole link was copied, and try again."))
        }
    }
}
