import AtollPackages

/// The reason why a storage call failed.
public enum StorageError: Error, Hashable {
    /// The key is empty or longer than this many bytes.
    case keyLength(limit: Int)
    /// The value is longer than this many bytes.
    case valueLength(limit: Int)
    /// The value does not fit: the area holds at most this many bytes.
    case full(limit: Int)
    /// The area already has this many keys, the maximum.
    case tooManyKeys(limit: Int)
    /// The disk can't be read or written: the reason.
    case unavailable(String)
}

extension StorageError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .keyLength(let limit): "A key must have 1 to \(limit) bytes."
        case .valueLength(let limit): "A value must not exceed \(limit) bytes."
        case .full(let limit): "The storage is full: a mini app has \(limit) bytes for each user."
        case .tooManyKeys(let limit): "The storage is full: a mini app has \(limit) keys for each user."
        case .unavailable(let reason): "The storage can't be used: \(reason)"
        }
    }
}
