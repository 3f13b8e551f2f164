import Foundation

/// Keeps what the members of a room share: a log in one order, and what they send each other at the moment. The host decides who is
/// in a room; a mini app has one for each user.
public protocol RoomProvider: Sendable {
    /// Adds an update, and tells the members who listen.
    ///
    /// - Returns: Its serial number.
    func add(_ update: RoomUpdate, _ context: BridgeContext) async throws(BridgeError) -> Int
    /// The updates after a serial number, oldest first, and the last number that there is.
    func updates(
        since serial: Int, _ context: BridgeContext
    ) async throws(BridgeError) -> (updates: [(serial: Int, update: RoomUpdate, from: String)], last: Int)
    /// Begins to hear what members send at the moment.
    func join(_ context: BridgeContext) async throws(BridgeError)
    /// Sends something to the members who hear.
    func send(_ data: BridgeValue, _ context: BridgeContext) async throws(BridgeError)
    /// Stops hearing.
    func leave(_ context: BridgeContext) async
}
