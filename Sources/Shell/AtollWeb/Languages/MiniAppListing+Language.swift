import AtollPackages
import AtollTexts

extension MiniAppListing {
    /// The listing in the language of the request.
    var inLanguage: MiniAppListing { localized(in: [TextLanguage.current]) }
}
