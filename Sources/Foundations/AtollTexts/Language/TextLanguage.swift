import Foundation

/// The language of the person for whom texts are made.
public enum TextLanguage {
    /// The language that texts are in, a BCP 47 tag. A server sets it for each request:
    ///
    /// ```swift
    /// TextLanguage.$current.withValue("de") { texts("Sign out") }
    /// ```
    ///
    /// An app has the language that its user chose for it.
    @TaskLocal public static var current = Bundle.main.preferredLocalizations.first ?? "en"

    /// Whether ``current`` is written from right to left.
    public static var isRightToLeft: Bool { isRightToLeft(current) }

    /// Whether a language is written from right to left.
    public static func isRightToLeft(_ tag: String) -> Bool {
        let parts = tag.lowercased().split(separator: "-")
        if parts.contains(where: { ["arab", "hebr", "thaa", "nkoo", "syrc"].contains($0) }) { return true }
        if parts.contains("latn") { return false }
        return ["ar", "ckb", "dv", "fa", "he", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"].contains(parts.first ?? "")
    }

    /// Returns the tags of an `Accept-Language` header, most preferred first, such as `["de-CH", "en"]` for
    /// `en;q=0.8, de-CH`. Invalid tags and those with `q=0` are omitted. `*` stands for any language.
    ///
    /// - Complexity: O(*n* log *n*) in the languages of the header, of which the first ten count.
    /// Source: RFC 9110, section 12.5.4.
    package static func wanted(in header: String?) -> [String] {
        // In bytes: a single character can be as long as the header.
        let ranges = String(decoding: (header ?? "").utf8.prefix(500), as: UTF8.self).split(separator: ",").prefix(10)
            .enumerated().compactMap {
                index, part -> (tag: String, weight: Double, index: Int)? in
                let fields = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
                guard let tag = fields.first, tag == "*" || isTag(tag) else { return nil }
                let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
                return weight > 0 && weight <= 1 ? (tag, weight, index) : nil
            }
        return ranges.sorted { ($1.weight, $0.index) < ($0.weight, $1.index) }.map(\.tag)
    }

    /// Returns the member of `available` that suits an `Accept-Language` header best; nil if none does.
    ///
    /// - Complexity: O(*n* × *m*) in the languages of both; the first ten of the header count.
    public static func preferred(in header: String?, among available: [String]) -> String? {
        wanted(in: header).lazy.compactMap { $0 == "*" ? available.first : match($0, among: available) }.first
    }

    /// Returns the member of `available` that best matches `wanted`: the same tag, ignoring case, or the longest prefix of it, such as `es`
    /// for `es-MX`. Returns nil if nothing matches.
    ///
    /// Source: RFC 4647, section 3.4 (lookup).
    package static func match(_ wanted: String, among available: [String]) -> String? {
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

    /// Whether a text could be a language's tag: 2 to 35 letters, digits and hyphens.
    package static func isTag(_ text: String) -> Bool {
        (2...35).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }

    /// The locale for dates and numbers in a language. For English, it uses the order of day and month that most
    /// readers know.
    public static func locale(of language: String) -> Locale {
        Locale(identifier: language == "en" ? "en_GB" : language)
    }
}
