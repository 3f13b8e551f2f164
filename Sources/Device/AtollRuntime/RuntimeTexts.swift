import AtollTexts

extension TextCatalog {
    /// The texts of the runtime.
    static let runtime = bundled(.module)
}

/// Returns a text of the runtime in the user's language.
func localized(_ key: TextKey) -> String { TextCatalog.runtime(key) }
