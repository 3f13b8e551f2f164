import NIOConcurrencyHelpers

/// Counts the open event connections, and limits them per user and in total.
///
/// If all are taken, a connection is taken from the user who has the most, so that an account that holds many idle
/// connections does not keep others out. It may take a while to end, so there can be a few more than the limit for a
/// moment.
actor EventConnections {
    /// The place of an open connection, which is released with the last reference to it.
    final class Place: Sendable {
        private struct State {
            var isTaken = false
            var end: (@Sendable () -> Void)?
        }

        private let state = NIOLockedValueBox(State())
        private let leave: @Sendable () -> Void
        fileprivate init(leave: @escaping @Sendable () -> Void) { self.leave = leave }
        deinit { leave() }

        /// Sets the function that ends the connection if another user needs the place.
        func whenTaken(_ end: @escaping @Sendable () -> Void) {
            let isTaken = state.withLockedValue { state in
                state.end = end
                return state.isTaken
            }
            if isTaken { end() }
        }

        fileprivate func take() {
            let end = state.withLockedValue { state in
                state.isTaken = true
                return state.end
            }
            end?()
        }
    }

    /// A place that is still open, without keeping it open.
    private struct Entry {
        let number: Int
        weak var place: Place?
    }

    /// The open places of each user, oldest first.
    private var open: [String: [Entry]] = [:]
    private var next = 0
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
    /// - Returns: The place, or nil if the user has too many connections, or if the server has too many and no user has
    ///   at least two more than this one.
    /// - Complexity: O(1); O(*n*) in the number of users if all places are taken.
    func enter(_ user: String) -> Place? {
        let own = open[user, default: []].count
        guard own < Self.maximumPerUser else { return nil }
        if count >= maximum {
            guard let most = open.max(by: { $0.value.count < $1.value.count }), most.value.count > own + 1,
                let oldest = most.value.first
            else { return nil }
            leave(most.key, oldest.number)
            oldest.place?.take()
        }
        let number = next
        next += 1
        let place = Place { [weak self] in Task { await self?.leave(user, number) } }
        open[user, default: []].append(Entry(number: number, place: place))
        count += 1
        return place
    }

    private func leave(_ user: String, _ number: Int) {
        guard let index = open[user]?.firstIndex(where: { $0.number == number }) else { return }
        open[user]?.remove(at: index)
        if open[user]?.isEmpty == true { open[user] = nil }
        count -= 1
    }
}
