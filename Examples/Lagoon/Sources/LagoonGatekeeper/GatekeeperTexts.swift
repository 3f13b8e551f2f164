import AtollTexts

extension TextCatalog {
    /// The texts of the feature, on web pages and in views.
    package static let gatekeeper = bundled(.module)
}

/// Returns a text of the feature in the user's language.
package func localized(_ key: TextKey) -> String { TextCatalog.gatekeeper(key) }
