import Foundation

/// Stores the states of users.
public protocol TodayStore: Sendable {
    /// The state of the user with this id, or the state of a new user if nothing is stored.
    func state(of user: String) async throws -> TodayState
    /// Changes the state of the user with this id, and stores it.
    func update(_ user: String, _ change: @Sendable (inout TodayState) -> Void) async throws
}
