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

/// An update of a room.
public struct RoomUpdate: Hashable, Sendable {
    /// What the mini app shares.
    public let payload: BridgeValue
    /// A line for all members, such as what somebody did.
    public let info: String?
    /// What the whole is about now.
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

extension BridgeMethod {
    /// The methods of `updates` and `realtime`.
    public static func roomMethods(_ provider: any RoomProvider) -> [BridgeMethod] {
        [
            BridgeMethod("updates.send") { parameters, context throws(BridgeError) in
                let update = RoomUpdate(
                    payload: parameters["payload"] ?? .null, info: parameters["info"]?.string,
                    summary: parameters["summary"]?.string, document: parameters["document"]?.string)
                return BridgeResult(["serial": .integer(try await provider.add(update, context))])
            },
            BridgeMethod("updates.since") { parameters, context throws(BridgeError) in
                let (updates, last) = try await provider.updates(since: parameters.integer("serial") ?? 0, context)
                return BridgeResult([
                    "updates": .array(updates.map { $0.update.value(serial: $0.serial, from: $0.from) }),
                    "last": .integer(last),
                ])
            },
            BridgeMethod("realtime.join") { _, context throws(BridgeError) in
                try await provider.join(context)
                return BridgeResult(.null)
            },
            BridgeMethod("realtime.send") { parameters, context throws(BridgeError) in
                try await provider.send(parameters["data"] ?? .null, context)
                return BridgeResult(.null)
            },
            BridgeMethod("realtime.leave") { _, context in
                await provider.leave(context)
                return BridgeResult(.null)
            },
        ]
    }
}
