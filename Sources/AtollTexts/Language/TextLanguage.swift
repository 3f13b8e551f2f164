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

    /// Returns the member of `available` that suits an `Accept-Language` header best; nil if none does.
    ///
    /// - Complexity: O(*n* × *m*) in the languages of both; the first ten of the header count.
    /// Source: RFC 9110, section 12.5.4, and RFC 4647, section 3.4 (lookup).
    public static func preferred(in header: String?, among available: [String]) -> String? {
        let ranges = (header ?? "").prefix(500).split(separator: ",").prefix(10).enumerated().compactMap {
            index, part -> (tag: String, weight: Double, index: Int)? in
            let fields = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let tag = fields.first?.lowercased() else { return nil }
            let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return weight > 0 && weight <= 1 ? (tag, weight, index) : nil
        }
        for range in ranges.sorted(by: { ($1.weight, $0.index) < ($0.weight, $1.index) }) {
            if range.tag == "*" { return available.first }
            var subtags = range.tag.split(separator: "-")
            while !subtags.isEmpty {
                let tag = subtags.joined(separator: "-")
                if let match = available.first(where: { $0.lowercased() == tag }) { return match }
                subtags.removeLast()
            }
        }
        return nil
    }

    /// The rules of dates and numbers of a language. English has the order of days and months that most of its readers know.
    public static func locale(of language: String) -> Locale {
        Locale(identifier: language == "en" ? "en_GB" : language)
    }
}
