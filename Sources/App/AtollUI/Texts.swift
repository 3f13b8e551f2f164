import AtollTexts
import Foundation

extension TextCatalog {
    /// The texts of the views.
    static let views = bundled(.module)
}

/// Returns a text of the views in the language of the app.
func localized(_ key: TextKey) -> String { TextCatalog.views(key) }
