/// Texts as PostgreSQL's indexes can have them: a row of an index has up to 2,704 bytes, and a word of a text search up
/// to 2,046. Longer ones are cut; no user searches for them.
enum IndexedText {
    private static let maximum = 2_000

    /// The beginning of a text, cut between two scalars.
    static func clamped(_ text: String) -> String {
        guard text.utf8.count > maximum else { return text }
        var (scalars, bytes) = (String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= maximum else { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}
