/// Counts the open event connections, and limits them per user and in total.
actor EventConnections {
    /// The place of an open connection, which is released with the last reference to it.
    final class Place: Sendable {
        private let leave: @Sendable () -> Void
        fileprivate init(leave: @escaping @Sendable () -> Void) { self.leave = leave }
        deinit { leave() }
    }

    private var open: [String: Int] = [:]
    /// The number of open connections of all users.
    private(set) var count = 0
    private let maximum: Int

    /// The maximum number of connections of a user. A browser needs one, or, without shared workers, one for each
    /// visible tab.
    static let maximumPerUser = 20

    /// - Parameter maximum: The maximum number of connections of all users together.
    init(maximum: Int) { self.maximum = maximum }

    /// Takes a place for a connection.
    ///
    /// - Returns: The place, or nil if the user or the server has too many connections.
    func enter(_ user: String) -> Place? {
        guard count < maximum, open[user, default: 0] < Self.maximumPerUser else { return nil }
        open[user, default: 0] += 1
        count += 1
        return Place { [weak self] in Task { await self?.leave(user) } }
    }

    private func leave(_ user: String) {
        let left = (open[user] ?? 1) - 1
        open[user] = left > 0 ? left : nil
        count -= 1
    }
}
