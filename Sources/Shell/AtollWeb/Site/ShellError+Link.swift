import AtollLinks
import AtollTexts

extension ShellError {
    /// The error that the user sees for a URL that can't be opened.
    init(_ error: LinkError) {
        switch error {
        case .unknownRoute: self = .notFound
        // The exact reason is available only in English.
        default:
            self = .badAddress(
                TextLanguage.current == "en"
                    ? error.description : localized("Check that the whole link was copied, and try again."))
        }
    }
}
