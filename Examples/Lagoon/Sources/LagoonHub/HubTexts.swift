import AtollTexts

extension TextCatalog {
    /// The texts of the feature, on web pages and in views.
    package static let hub = bundled(.module)
}

/// Returns a text of the feature in the language of whoever reads it.
package func localized(_ key: TextKey) -> String { TextCatalog.hub(key) }
