import Foundation

/// The names of users' files.
package enum TodayFiles {
    /// A user's file in a folder.
    package static func file(of user: String, in folder: URL) -> URL { folder.appending(path: name(of: user)) }

    /// The user's id, percent-encoded so that every file system accepts it.
    static func name(of user: String) -> String {
        user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "unknown"
    }
}
