import Foundation

/// One expense of a report.
struct Entry: Codable, Sendable, Equatable {
    /// The id that the mini app has given it: an expense can't be handed in twice.
    let id: String
    /// The date, such as "2026-11-27".
    let date: String
    let category: String
    let note: String
    /// A decimal such as "12.50": floating-point numbers can't hold money exactly.
    let amount: String
    /// The currency, such as "EUR".
    let currency: String
    let hasReceipt: Bool

    private static let categories: Set = ["travel", "meals", "lodging", "supplies", "other"]
    /// The currencies that the mini app supports, with their number of decimals (ISO 4217).
    private static let currencies = ["EUR": 2, "USD": 2, "GBP": 2, "CHF": 2, "JPY": 0, "KWD": 3]

    /// Whether all values are valid.
    var isValid: Bool {
        UUID(uuidString: id) != nil && isDay && isAmount && Self.categories.contains(category)
            && note.count <= 200 && note.utf8.count <= 800
    }

    /// Whether the date exists.
    private var isDay: Bool {
        guard date.wholeMatch(of: /20[0-9]{2}-[0-9]{2}-[0-9]{2}/) != nil else { return false }
        let style = Date.ISO8601FormatStyle().year().month().day()
        // A lenient calendar turns a date that does not exist into another one.
        return (try? Date(date, strategy: style)).map { $0.formatted(style) == date } ?? false
    }

    /// Whether the amount is positive, with no more decimals than its currency has.
    private var isAmount: Bool {
        guard let decimals = Self.currencies[currency],
            let match = amount.wholeMatch(of: /[0-9]{1,12}(?:\.([0-9]{1,3}))?/)
        else { return false }
        return (match.1?.count ?? 0) <= decimals && amount.contains(/[1-9]/)
    }
}
