/// The reason why a call over the bridge failed: a JSON-RPC error object.
///
/// JSON-RPC 2.0 (section 5.1) reserves the codes from -32768 to -32000, and leaves -32000 to -32099 to servers. Atoll's
/// begin at -32001.
public struct BridgeError: Error, Hashable, Sendable {
    /// The kinds of error, with their codes.
    public enum Code: Int, CaseIterable, Sendable {
        /// The message is not JSON.
        case parse = -32700
        /// The message is not a valid call.
        case invalidRequest = -32600
        /// There is no method of this name.
        case methodNotFound = -32601
        /// A parameter is missing or has the wrong type.
        case invalidParameters = -32602
        /// The host could not carry out the call.
        case `internal` = -32603
        /// The message, a key or a value is longer than the limit.
        case tooLarge = -32001
        /// The mini app's storage is full.
        case quotaExceeded = -32002
        /// The user has not granted the permission that the method needs.
        case permissionDenied = -32003
        /// Too many calls in a short time; ``BridgeError/retryAfter`` says how long to wait.
        case limited = -32006
    }

    /// The kind of error.
    public let code: Code
    /// What is wrong, for the mini app's developer.
    public let message: String
    /// For ``Code/limited``, the number of milliseconds to wait before the next call: `data.retryAfter` of the error
    /// object.
    public let retryAfter: Int?

    /// Creates an error.
    public init(_ code: Code, _ message: String, retryAfter: Int? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }
}

extension BridgeError: CustomStringConvertible {
    public var description: String { "\(message) (\(code.rawValue))" }
}
