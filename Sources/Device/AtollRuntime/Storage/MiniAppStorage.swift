import AtollPackages

/// The storage of mini apps: text under keys, in an area for each user and mini app.
public protocol MiniAppStorage: Sendable {
    /// Returns the value of `key`, or `nil` if it is missing.
    func value(for key: String, in area: StorageArea) async throws(StorageError) -> String?

    /// Stores `value` under `key`. Once the call returns, the value survives a crash.
    func set(_ value: String, for key: String, in area: StorageArea) async throws(StorageError)

    /// Removes the value of `key`. A missing value is not an error.
    func removeValue(for key: String, in area: StorageArea) async throws(StorageError)

    /// The keys that have values, sorted.
    func keys(in area: StorageArea) async throws(StorageError) -> [String]

    /// The values under all keys that begin with `prefix`, as they are at one moment: of several that are stored
    /// together, all or none.
    ///
    /// - Returns: Nil if keys and values have more than `limit` bytes together.
    func values(
        withPrefix prefix: String, in area: StorageArea, limit: Int
    ) async throws(StorageError) -> [String: String]?

    /// Stores several values: all of them or, if it fails, none. Once the call returns, they survive a crash.
    func set(_ values: [String: String], in area: StorageArea) async throws(StorageError)

    /// Removes all values of an area.
    func removeAll(in area: StorageArea) async throws(StorageError)

    /// How many bytes keys and values have together, how many they may have, and how many keys there are.
    func size(of area: StorageArea) async throws(StorageError) -> StorageSize
}
