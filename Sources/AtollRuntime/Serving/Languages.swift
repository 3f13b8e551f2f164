import AtollPackages
import AtollTexts

/// Finds languages by BCP 47 tags.
public enum Languages {
    /// The languages in which a mini app has texts, sorted: `es` for a file `i18n/es.json`.
    public static func ofTexts(in miniApp: InstalledMiniApp) -> [String] { ofTexts(among: miniApp.paths) }

    static func ofTexts(among paths: some Sequence<String>) -> [String] {
        paths
            .filter { $0.hasPrefix("i18n/") && $0.hasSuffix(".json") }
            .map { String($0.dropFirst("i18n/".count).dropLast(".json".count)) }
            .filter { isTag($0) }
            .sorted()
    }

    /// The member of `available` that best matches `wanted`: the same tag, ignoring case, or the longest prefix of it,
    /// such as `es` for `es-MX`; nil if there is none.
    ///
    /// Source: RFC 4647, section 3.4 (lookup).
    public static func match(_ wanted: String, among available: [String]) -> String? {
        var subtags = wanted.lowercased().split(separator: "-")
        while !subtags.isEmpty {
            let range = subtags.joined(separator: "-")
            if let match = available.first(where: { $0.lowercased() == range }) { return match }
            subtags.removeLast()
            // A single letter only introduces the subtag after it.
            if subtags.last?.count == 1 { subtags.removeLast() }
        }
        return nil
    }

    /// The language that an `Accept-Language` header names first, or `en` if that is not a language tag.
    public static func preferred(in header: String?) -> String {
        let first = (header ?? "").prefix { $0 != "," && $0 != ";" }.filter { $0 != " " }
        return isTag(first) ? first : "en"
    }

    /// Whether a language is written from right to left.
    public static func isRightToLeft(_ tag: String) -> Bool { TextLanguage.isRightToLeft(tag) }

    private static func isTag(_ text: String) -> Bool {
        (2...35).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }
}
