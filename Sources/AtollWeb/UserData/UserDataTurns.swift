import NIOConcurrencyHelpers

/// Lets one archive be made and sent at a time: each may take much memory.
final class UserDataTurns: Sendable {
    /// A turn, which ends with the last reference to it: also if the response is never sent.
    final class Turn: Sendable {
        private let turns: UserDataTurns
        fileprivate init(_ turns: UserDataTurns) { self.turns = turns }
        deinit { turns.isTaken.withLockedValue { $0 = false } }
    }

    private let isTaken = NIOLockedValueBox(false)

    /// A turn, or nil if it is somebody else's.
    func take() -> Turn? {
        let isFree = isTaken.withLockedValue { taken in
            defer { taken = true }
            return !taken
        }
        return isFree ? Turn(self) : nil
    }
}
