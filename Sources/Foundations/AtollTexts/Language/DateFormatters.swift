import Foundation

/// The formatters of ``TextDate``, cached because creating one takes twenty times as long as formatting a date.
///
/// A lock guards them, which the compiler can't verify (`Mutex` needs iOS 18).
final class DateFormatters: @unchecked Sendable {
    private struct Key: Hashable {
        let language: String
        let fields: String
        let timeZone: TimeZone
    }

    static let shared = DateFormatters()

    private let lock = NSLock()
    private var known: [Key: DateFormatter] = [:]
    /// More than the combinations of languages, formats and time zones that an app's users need at one time.
    private static let most = 256

    func text(_ date: Date, _ fields: String, in timeZone: TimeZone) -> String {
        let key = Key(language: TextLanguage.current, fields: fields, timeZone: timeZone)
        return lock.withLock {
            if let formatter = known[key] { return formatter.string(from: date) }
            if known.count >= Self.most { known = [:] }
            let formatter = DateFormatter()
            formatter.locale = TextLanguage.locale(of: key.language)
            formatter.timeZone = timeZone
            formatter.setLocalizedDateFormatFromTemplate(fields)
            known[key] = formatter
            return formatter.string(from: date)
        }
    }
}
