import AtollPackages
import AtollTexts

extension MiniAppListing {
    /// The listing as the user of this request reads it.
    var inLanguage: MiniAppListing { localized(in: [TextLanguage.current]) }
}
