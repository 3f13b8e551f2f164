import NIOConcurrencyHelpers

/// Lets one archive be made at a time, as each may take much memory, and one of each user be sent.
final class UserDataTurns: Sendable {
    /// A turn, which ends with the last reference to it: also if the response is never sent.
    final class Turn: Sendable {
        private let turns: UserDataTurns
        private let user: String
        private let isMaking = NIOLockedValueBox(true)

        fileprivate init(_ turns: UserDataTurns, _ user: String) { (self.turns, self.user) = (turns, user) }

        deinit {
            hasMade()
            _ = turns.state.withLockedValue { $0.users.remove(user) }
        }

        /// The archive is made: while it is sent, however slowly, others have theirs made.
        func hasMade() {
            let wasMaking = isMaking.withLockedValue { isMaking in
                defer { isMaking = false }
                return isMaking
            }
            if wasMaking { turns.state.withLockedValue { $0.isMaking = false } }
        }
    }

    private struct State {
        var isMaking = false
        /// Those who have an archive that is not sent yet.
        var users: Set<String> = []
    }

    private let state = NIOLockedValueBox(State())

    /// A turn, or nil while an archive is made, or one of this user is not sent yet.
    func take(for user: String) -> Turn? {
        let isFree = state.withLockedValue { state in
            guard !state.isMaking, state.users.insert(user).inserted else { return false }
            state.isMaking = true
            return true
        }
        return isFree ? Turn(self, user) : nil
    }
}
