import AtollPackages
import AtollTexts

/// The languages of mini apps' texts, by BCP 47 tags.
public enum Languages {
    /// The languages in which a mini app has texts, sorted: `es` for a file `i18n/es.json`.
    public static func ofTexts(in miniApp: InstalledMiniApp) -> [String] { ofTexts(among: miniApp.paths) }

    static func ofTexts(among paths: some Sequence<String>) -> [String] {
        paths
            .filter { $0.hasPrefix("i18n/") && $0.hasSuffix(".json") }
            .map { String($0.dropFirst("i18n/".count).dropLast(".json".count)) }
            .filter { TextLanguage.isTag($0) }
            .sorted()
    }

    /// Returns the language of a mini app's texts that best matches the user's, or nil if none does.
    public static func ofTexts(in miniApp: InstalledMiniApp, for language: String) -> String? {
        TextLanguage.match(language, among: ofTexts(in: miniApp))
    }

    /// The language that an `Accept-Language` header wants most; `en` if it names none.
    public static func preferred(in header: String?) -> String {
        TextLanguage.wanted(in: header).first { $0 != "*" } ?? "en"
    }
}
