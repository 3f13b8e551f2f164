import Foundation

/// What a user looks for in the whole app.
public struct SearchQuery: Hashable, Sendable {
    /// The text, trimmed, of 1 to ``maximumText`` characters.
    public let text: String
    /// Who asks.
    public let user: PageUser
    /// The largest number of results that are shown for each feature.
    public let limit: Int

    /// The longest text, in characters.
    public static let maximumText = 100

    /// Creates a query; nil if the text is empty or too long.
    public init?(_ text: String, for user: PageUser, limit: Int = 6) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...Self.maximumText).contains(text.count) else { return nil }
        self.text = text
        self.user = user
        self.limit = limit
    }

    /// Whether a title has each word of the text, whatever their case and accents.
    public func fits(_ title: String) -> Bool {
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        return text.split(whereSeparator: \.isWhitespace).allSatisfy { title.range(of: $0, options: options) != nil }
    }
}
