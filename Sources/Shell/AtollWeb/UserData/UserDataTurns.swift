import NIOConcurrencyHelpers

/// Limits archives of user data: one is created at a time, because that may take much memory, and each user downloads one at a time.
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

        /// Lets the next archive be created while this one is being sent.
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
        /// The ids of the users whose archives are not sent completely.
        var users: Set<String> = []
    }

    private let state = NIOLockedValueBox(State())

    /// Returns a turn, or nil while any archive is being created or one of this user's is being sent.
    func take(for user: String) -> Turn? {
        let isFree = state.withLockedValue { state in
            guard !state.isMaking, state.users.insert(user).inserted else { return false }
            state.isMaking = true
            return true
        }
        return isFree ? Turn(self, user) : nil
    }
}
