import PrintableText

/// The reason that an object could not be read or stored.
package enum ObjectError: Error, Equatable {
    /// The address is not one of a bucket.
    case badAddress(String)
    /// There are no credentials.
    case noCredentials
    /// The store could not be reached, or the connection failed.
    case unreachable(String)
    /// The store is overloaded or restarting: a status of 429 or 500 to 599.
    case busy(status: Int)
    /// The store refused the request: its status, and the code that it gave.
    case refused(status: Int, code: String)
    /// The object is longer than the caller's limit, in bytes.
    case tooLong(ObjectKey, limit: Int)
    /// The store's answer is not a valid answer to the request.
    case malformed(String)
    /// The receiver of a stream stopped it.
    case stopped
    /// A file could not be read or written.
    case disk(String)
}

extension ObjectError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .badAddress(let reason): "The address of the object store is not valid: \(reason)."
        case .noCredentials:
            "There are no credentials for the object store. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
        case .unreachable(let reason): "The object store can't be reached: \(reason.printable())."
        case .busy(let status): "The object store is busy: it answered with status \(status)."
        case .refused(let status, let code):
            "The object store refused a request with status \(status) (\(code.printable(most: 60)))."
        case .tooLong(let key, let limit): "The object \(key) is longer than \(limit) bytes."
        case .malformed(let what): "The object store's answer can't be read: \(what.printable())."
        case .stopped: "The receiver of an object stopped."
        case .disk(let reason): "A file of the object store could not be used: \(reason.printable())."
        }
    }

    /// Whether the same request may succeed if it is sent again.
    var isPassing: Bool {
        switch self {
        case .unreachable, .busy: true
        default: false
        }
    }
}
