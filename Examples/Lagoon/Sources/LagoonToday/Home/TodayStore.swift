import Foundation

/// Stores the states of users.
public protocol TodayStore: Sendable {
    /// Returns the state of the user with this id; a new state for an unknown user.
    func state(of user: String) async throws -> TodayState
    /// Changes the state of the user with this id, and stores it.
    func update(_ user: String, _ change: @Sendable (inout TodayState) -> Void) async throws
}
