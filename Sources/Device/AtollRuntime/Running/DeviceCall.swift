import Foundation

/// A single call in a message, with the parts that the device needs.
struct DeviceCall {
    let method: String
    let parameters: [String: BridgeValue]
    private let id: BridgeValue?

    /// Nil unless the message is a single, well-formed call of a described method; the router answers anything else.
    init?(_ message: Data) {
        guard let value = try? BridgeValue(json: message), value["jsonrpc"] == "2.0",
            let method = value["method"]?.string, BridgeDescription.method(named: method) != nil
        else { return nil }
        self.method = method
        if case .object(let members)? = value["params"] { parameters = members } else { parameters = [:] }
        id = value["id"]
    }

    /// Returns the response to any message that is not carried out; `nil` for a notification.
    static func refusal(of message: Data, _ error: BridgeError) -> Data? {
        var id: BridgeValue? = .null
        if case .object(let members)? = try? BridgeValue(json: message) { id = members["id"] }
        return DeviceCall(id: id).answer(error)
    }

    private init(id: BridgeValue?) { (method, parameters, self.id) = ("", [:], id) }

    /// Whether a hidden mini app may call it: it may store its data, and report its state.
    var isForHidden: Bool {
        method.hasPrefix("storage.") || method.hasPrefix("lifecycle.") || ["host.log", "page.changed"].contains(method)
    }

    /// Whether the user must have tapped just before.
    var needsTap: Bool { BridgeDescription.method(named: method)?.needsTap ?? false }

    /// The response with a result; nil for a notification.
    func answer(_ result: BridgeValue) -> Data? { encoded(["result": result]) }

    /// The response with an error; nil for a notification.
    func answer(_ error: BridgeError) -> Data? {
        encoded([
            "error": [
                "code": .integer(error.code.rawValue), "message": .string(error.message), "data": .object(error.data),
            ]
        ])
    }

    private func encoded(_ outcome: [String: BridgeValue]) -> Data? {
        guard let id else { return nil }
        var message = outcome
        message["jsonrpc"] = "2.0"
        message["id"] = id
        return try? JSONEncoder().encode(BridgeValue.object(message))
    }
}
