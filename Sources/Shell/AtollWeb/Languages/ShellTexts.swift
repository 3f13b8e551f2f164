import AtollTexts

extension TextCatalog {
    /// The texts of the shell's pages.
    static let shell = bundled(.module, folder: "Resources/Texts/Pages")
    /// The texts of the shell's scripts.
    static let shellScripts = bundled(.module, folder: "Resources/Texts/Scripts")
}

/// Returns a text of the shell in the language of the request.
func localized(_ key: TextKey) -> String { TextCatalog.shell(key) }
