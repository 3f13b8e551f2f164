import Foundation

/// A day in UTC, as people write it: `2026-11-23`.
package enum UsageDay {
    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// Its number since 1970; nil for what is not a day from 2000 to 2999.
    package static func number(_ text: String) -> Int? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard text.utf8.count == 10, parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (2_000...2_999).contains(year)
        else { return nil }
        let components = DateComponents(year: year, month: month, day: day)
        guard let date = calendar.date(from: components), Self.text(date) == text else { return nil }
        // cannot trap: a date of this millennium.
        return Int(date.timeIntervalSince1970) / 86_400
    }

    package static func text(_ number: Int) -> String { text(Date(timeIntervalSince1970: Double(number) * 86_400)) }

    /// Its month, as 202611.
    package static func month(_ number: Int) -> Int {
        let parts = calendar.dateComponents(
            [.year, .month], from: Date(timeIntervalSince1970: Double(number) * 86_400))
        return (parts.year ?? 0) * 100 + (parts.month ?? 0)
    }

    private static func text(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        func digits(_ number: Int?, _ count: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
    }
}
