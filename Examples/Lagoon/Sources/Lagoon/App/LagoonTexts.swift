import AtollTexts

extension TextCatalog {
    /// The texts of the app's own pages.
    static let lagoon = bundled(.module)
}

/// Returns a text of the app's own pages in the language of the request.
func localized(_ key: TextKey) -> String { TextCatalog.lagoon(key) }
