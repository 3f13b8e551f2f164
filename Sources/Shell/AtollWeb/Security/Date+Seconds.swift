import Foundation

extension Date {
    /// The whole seconds since 1970, as tokens and addresses count them.
    var wholeSeconds: Int { Int(exactly: timeIntervalSince1970.rounded(.down)) ?? 0 }
}
