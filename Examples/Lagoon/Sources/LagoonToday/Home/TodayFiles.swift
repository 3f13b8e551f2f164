import Foundation

/// The names of users' files.
enum TodayFiles {
    /// The user's id, percent-encoded so that every file system accepts it.
    static func name(of user: String) -> String {
        user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "unknown"
    }
}
