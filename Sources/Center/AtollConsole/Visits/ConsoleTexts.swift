import Foundation
import Hummingbird

/// The texts of the pages in one language.
struct ConsoleTexts: Sendable {
    /// A BCP 47 tag.
    let language: String
    let texts: [String: String]

    /// A text, with `{name}` replaced.
    func callAsFunction(_ key: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
        var text = texts[key] ?? key
        for (name, value) in values { text = text.replacingOccurrences(of: "{\(name)}", with: value) }
        return text
    }

    /// A point in time, in UTC.
    func time(_ seconds: Int) -> String {
        let parts = Date(timeIntervalSince1970: Double(seconds)).formatted(
            .iso8601.year().month().day().dateSeparator(.dash).time(includingFractionalSeconds: false).timeSeparator(
                .colon))
        return parts.replacingOccurrences(of: "T", with: " ").prefix(16) + " UTC"
    }

    /// A number of bytes.
    func bytes(_ count: Int) -> String {
        if count < 1_000 { return "\(count) B" }
        if count < 1_000_000 { return "\(count / 1_000) kB" }
        return tenths(count / 100_000) + " MB"
    }

    /// A number of tenths.
    func tenths(_ count: Int) -> String { "\(count / 10)\(decimalPoint)\(count % 10)" }

    private var decimalPoint: String { language == "de" ? "," : "." }

    /// A share of 10,000 as a percentage.
    func share(_ permyriad: Int) -> String {
        let (whole, rest) = (permyriad / 100, permyriad % 100)
        let fraction =
            rest == 0 ? "" : decimalPoint + (rest < 10 ? "0\(rest)" : rest % 10 == 0 ? "\(rest / 10)" : "\(rest)")
        return "\(whole)\(fraction) %"
    }
}
