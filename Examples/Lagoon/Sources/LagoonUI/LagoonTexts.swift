import AtollTexts
import Foundation

extension TextCatalog {
    /// The texts of the app around the features.
    static let app = bundled(.module)
}

/// Returns a text of the app itself, not of a feature that it imports.
func localized(_ key: TextKey) -> String { TextCatalog.app(key) }
