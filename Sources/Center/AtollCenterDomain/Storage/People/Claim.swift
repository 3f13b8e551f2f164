import NIOConcurrencyHelpers

/// That a request is to be recorded by the next transaction, and whether one has done so.
///
/// A handler may change data in several transactions: the first that is committed records the request. Work that
/// continues after the answer records nothing.
package final class Claim: Sendable {
    private enum State {
        case open, taken, made, ended
    }

    package let request: IdempotentRequest
    private let state = NIOLockedValueBox(State.open)

    package init(_ request: IdempotentRequest) { self.request = request }

    /// Takes the claim for a transaction; false if another has it, or had it.
    package func take() -> Bool {
        state.withLockedValue { state in
            guard state == .open else { return false }
            state = .taken
            return true
        }
    }

    /// Says how the transaction ended that has taken the claim.
    package func finish(isCommitted: Bool) {
        state.withLockedValue { if $0 == .taken { $0 = isCommitted ? .made : .open } }
    }

    /// Ends the claim with the handler.
    ///
    /// - Returns: Whether the request was recorded.
    package func end() -> Bool {
        state.withLockedValue { state in
            let isMade = state == .made
            state = .ended
            return isMade
        }
    }
}
