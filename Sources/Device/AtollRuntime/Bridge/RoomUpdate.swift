import Foundation

/// An update of a room.
public struct RoomUpdate: Hashable, Sendable {
    /// The shared data.
    public let payload: BridgeValue
    /// A line for all members, such as the action of a user.
    public let info: String?
    /// The current summary of the room.
    public let summary: String?
    /// The name of what is worked on.
    public let document: String?

    /// Describes an update.
    public init(payload: BridgeValue, info: String? = nil, summary: String? = nil, document: String? = nil) {
        self.payload = payload
        self.info = info
        self.summary = summary
        self.document = document
    }

    /// The update as mini apps get it.
    public func value(serial: Int, from: String) -> BridgeValue {
        var members: [String: BridgeValue] = [
            "serial": .integer(serial), "payload": payload, "from": .string(from),
        ]
        members["info"] = info.map { .string($0) }
        members["summary"] = summary.map { .string($0) }
        members["document"] = document.map { .string($0) }
        return .object(members)
    }
}
