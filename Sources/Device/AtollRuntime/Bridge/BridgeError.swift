import AtollRateLimiting

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
        /// The user has not granted the permission that the method needs; `data.permission` and `data.state` say which,
        /// and whether the user can still be asked.
        case permissionDenied = -32003
        /// This host can't do that; `data.since` is the level of the table that has it, if it is that.
        case unsupported = -32004
        /// The user has cancelled it.
        case cancelled = -32005
        /// Too many calls in a short time; `data.retryAfter` is the number of milliseconds to wait.
        case limited = -32006
        /// The user must have tapped just before.
        case needsTap = -32007
        /// The device is offline.
        case offline = -32008
        /// It took too long.
        case timeout = -32009
        /// The manifest does not name this audience.
        case audience = -32010
        /// The manifest does not name one of these scopes for the audience.
        case scope = -32011
        /// The object that the call names does not exist.
        case notFound = -32012
        /// Another dialog is open.
        case busy = -32013
    }

    /// The kind of error.
    public let code: Code
    /// The error, for the mini app's developer.
    public let message: String
    /// The details for a program: `data` of the error object, whose members depend on the code.
    public let data: [String: BridgeValue]

    /// The error of a call from a mini app that is gone.
    static let closed = BridgeError(.cancelled, "The mini app was closed.")

    /// The error of a caller who must wait.
    static func limited(_ reason: String, wait: Duration) -> BridgeError {
        let milliseconds = Int(exactly: (wait.seconds * 1_000).rounded(.up)) ?? 1_000
        return BridgeError(
            .limited, "\(reason) Try again in \(milliseconds) ms.", data: ["retryAfter": .integer(milliseconds)])
    }

    /// Creates an error.
    public init(_ code: Code, _ message: String, data: [String: BridgeValue] = [:]) {
        self.code = code
        self.message = message
        self.data = data
    }
}

extension BridgeError: CustomStringConvertible {
    public var description: String { "\(message) (\(code.rawValue))" }
}
