import Foundation

/// Dates and times as text for people, in ``TextLanguage/current``.
public enum TextDate {
    /// Returns a date as text.
    ///
    /// - Parameters:
    ///   - date: The date.
    ///   - fields: The fields to show, such as `yMMMMd`; their order is that of the language.
    ///   - timeZone: The time zone of the person who reads it.
    /// Source: Unicode Technical Standard 35, date field symbols.
    public static func text(_ date: Date, _ fields: String, in timeZone: TimeZone = .gmt) -> String {
        DateFormatters.shared.text(date, fields, in: timeZone)
    }
}
