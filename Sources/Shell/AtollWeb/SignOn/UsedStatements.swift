import AtollPackages
import Foundation

/// The statements with which back ends have identified themselves and that have not expired yet, so that none is used
/// again.
actor UsedStatements {
    private var ends: [MiniAppID: [String: Date]] = [:]

    /// The maximum number of statements of one back end, so that it can't use up the memory of others.
    private static let capacity = 5_000

    /// Whether a statement is used for the first time. If there are too many to remember, it counts as used.
    func isFirst(_ id: String, of miniApp: MiniAppID, until end: Date) -> Bool {
        let now = Date()
        var own = ends[miniApp] ?? [:]
        if own.count >= Self.capacity { own = own.filter { $0.value > now } }
        let isFirst = own.count < Self.capacity && own[id].map { $0 <= now } ?? true
        if isFirst { own[id] = end }
        ends[miniApp] = own
        return isFirst
    }
}
