import AtollPackages

/// Where mini apps keep what their users enter: text under keys, in an area for each user and mini app.
public protocol MiniAppStorage: Sendable {
    /// The value under `key`, or nil where there is none.
    func value(for key: String, in area: StorageArea) async throws(StorageError) -> String?

    /// Stores `value` under `key`. It outlasts a crash from the moment that the call returns.
    func set(_ value: String, for key: String, in area: StorageArea) async throws(StorageError)

    /// Removes what is under `key`; it is no error where nothing is.
    func removeValue(for key: String, in area: StorageArea) async throws(StorageError)

    /// The keys that have values, sorted.
    func keys(in area: StorageArea) async throws(StorageError) -> [String]
}

/// One user's part of one mini app's storage.
public struct StorageArea: Hashable, Sendable {
    /// The user, by the name that the mini app knows them by.
    public let user: String
    public let miniApp: MiniAppID

    public init(user: String, miniApp: MiniAppID) {
        self.user = user
        self.miniApp = miniApp
    }
}

/// How much an area may hold.
public struct StorageLimits: Hashable, Sendable {
    /// A key, in bytes of UTF-8; at least 1.
    public var keyBytes = 100
    /// A value, in bytes of UTF-8.
    public var valueBytes = 512 * 1024
    /// All keys and values of an area together, in bytes.
    public var areaBytes = 10 * 1024 * 1024
    /// The keys of an area.
    public var keys = 5_000

    public init() {}
}

/// Why storage refused a call.
public enum StorageError: Error, Hashable {
    /// A key must have 1 to this many bytes.
    case keyLength(limit: Int)
    /// A value has at most this many bytes.
    case valueLength(limit: Int)
    /// The area is full: it holds at most this many bytes.
    case full(limit: Int)
    /// The area has as many keys as it may.
    case tooManyKeys(limit: Int)
    /// The disk can't be read or written: what it said.
    case unavailable(String)
}

extension StorageError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .keyLength(let limit): "A key has 1 to \(limit) bytes."
        case .valueLength(let limit): "A value has at most \(limit) bytes."
        case .full(let limit): "The storage is full: a mini app has \(limit) bytes for each user."
        case .tooManyKeys(let limit): "The storage is full: a mini app has \(limit) keys for each user."
        case .unavailable(let reason): "The storage can't be used: \(reason)"
        }
    }
}
