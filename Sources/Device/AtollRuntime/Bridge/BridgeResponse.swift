import Foundation

/// The response to a call: its result, or why it failed (JSON-RPC 2.0, section 5).
enum BridgeResponse {
    case success(id: BridgeValue, BridgeValue)
    case failure(id: BridgeValue, BridgeError)

    /// Which call it answers.
    var id: BridgeValue {
        switch self {
        case .success(let id, _), .failure(let id, _): id
        }
    }

    /// The response as JSON, with the names of objects sorted. It is written directly: most calls are small, and for
    /// them an object of its three members would take longer than all that is in it.
    var json: Data {
        if let encoded { return encoded }
        // Only a number that is not finite can't be encoded: a fault of the method that returned it.
        let error = BridgeError(.internal, "The method returned a number that JSON can't express.")
        guard let failure = BridgeResponse.failure(id: id, error).encoded else {
            preconditionFailure("Text and integers can be encoded.")
        }
        return failure
    }

    private var encoded: Data? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(128)
        switch self {
        case .success(let id, let result):
            bytes += #"{"id":"#.utf8
            guard id.append(to: &bytes) else { return nil }
            bytes += #","jsonrpc":"2.0","result":"#.utf8
            guard result.append(to: &bytes) else { return nil }
        case .failure(let id, let error):
            let object: BridgeValue = [
                "code": .integer(error.code.rawValue), "message": .string(error.message), "data": .object(error.data),
            ]
            bytes += #"{"error":"#.utf8
            guard object.append(to: &bytes) else { return nil }
            bytes += #","id":"#.utf8
            guard id.append(to: &bytes) else { return nil }
            bytes += #","jsonrpc":"2.0""#.utf8
        }
        bytes.append(UInt8(ascii: "}"))
        return Data(bytes)
    }
}
