import AtollTexts

extension TextCatalog {
    /// The texts of previews.
    static let sandbox = bundled(.module)
}

/// Returns a text of this module in the language of the app.
func localized(_ key: TextKey) -> String { TextCatalog.sandbox(key) }
