import Foundation

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
