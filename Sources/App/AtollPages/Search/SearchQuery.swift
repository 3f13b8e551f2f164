import Foundation

/// A user's search in the whole app.
public struct SearchQuery: Hashable, Sendable {
    /// The text, trimmed, of 1 to ``maximumText`` characters.
    public let text: String
    /// Who asks.
    public let user: PageUser
    /// The largest number of results that are shown for each feature.
    public let limit: Int

    /// The words of the text, each once; at most ``maximumWords``, and the others are ignored.
    public let words: [String]

    /// The longest text, in characters.
    public static let maximumText = 100
    /// The largest number of words that are looked for.
    public static let maximumWords = 8
    /// The longest text, in bytes: a character can have any number of accents.
    private static let maximumBytes = 800

    /// Creates a query; nil if the text is empty or too long.
    public init?(_ text: String, for user: PageUser, limit: Int = 6) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...Self.maximumText).contains(text.count), text.utf8.count <= Self.maximumBytes else { return nil }
        self.text = text
        var words: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace).map(String.init) where !words.contains(word) {
            words.append(word)
        }
        self.words = Array(words.prefix(Self.maximumWords))
        self.user = user
        self.limit = limit
    }

    /// Whether a title has each word of the text, ignoring case and accents.
    public func fits(_ title: String) -> Bool {
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        return words.allSatisfy { title.range(of: $0, options: options) != nil }
    }
}
