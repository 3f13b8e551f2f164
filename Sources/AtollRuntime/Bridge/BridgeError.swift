/// Why a call over the bridge failed: a JSON-RPC error object.
///
/// Codes from -32768 to -32000 are JSON-RPC 2.0's (section 5.1); of those that it leaves to servers, -32000 to -32099,
/// ours begin at -32001.
public struct BridgeError: Error, Hashable, Sendable {
    /// The kinds of error, with their codes.
    public enum Code: Int, CaseIterable, Sendable {
        case parse = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParameters = -32602
        case `internal` = -32603
        /// The message, a key or a value is longer than the limit.
        case tooLarge = -32001
        /// The mini app's storage is full.
        case quotaExceeded = -32002
        /// The user has not allowed it.
        case permissionDenied = -32003
        /// Too many calls in a short time; ``retryAfter`` says how long to wait.
        case limited = -32006
    }

    public let code: Code
    /// What is wrong, for the mini app's developer.
    public let message: String
    /// After how many milliseconds it is worth calling again, for ``Code/limited``: `data.retryAfter` of the error object.
    public let retryAfter: Int?

    public init(_ code: Code, _ message: String, retryAfter: Int? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }
}

extension BridgeError: CustomStringConvertible {
    public var description: String { "\(message) (\(code.rawValue))" }
}
