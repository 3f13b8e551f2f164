import AtollPackages
import AtollRuntime
import Foundation

/// The storage of mini apps on this device, synchronized with the super app's server, so that users find the same data
/// on all devices and on the web.
///
/// Values are stored on this device first. Changes that the server could not receive, because it was out of reach, are
/// sent with the next change or read that reaches it; until then, and while the server refuses a value, this device's
/// value applies here. If two devices change the same key, the one that reaches the server last wins.
///
/// Two queues for each area preserve the order: one of steps on this device, which are short, and one of messages to
/// the server. Reads wait for pending messages, but not for each other.
public actor SharedStorage: MiniAppStorage {
    let local: any MiniAppStorage
    let server: SuperAppServer
    var steps: [StorageArea: Task<Void, Never>] = [:]
    var messages: [StorageArea: Task<Void, Never>] = [:]
    /// How often an area was changed on this device, to detect server answers from before a change.
    var changes: [StorageArea: Int] = [:]
    /// The refused values with the time of refusal, so that they are not sent again with each read.
    var refused: [StorageArea: [String: ContinuousClock.Instant]] = [:]

    /// Creates a storage.
    ///
    /// - Parameters:
    ///   - local: The storage on this device.
    ///   - server: The super app's server.
    public init(_ local: any MiniAppStorage, with server: SuperAppServer) {
        self.local = local
        self.server = server
    }

    // MARK: Reading

    /// The value under a key on the server, or on this device while the server can't be reached.
    public func value(for key: String, in area: StorageArea) async throws(StorageError) -> String? {
        guard await tell(area) else { return try await local.value(for: key, in: area) }
        let before = changes[area]
        guard try await local.value(for: key, in: marks(of: area)) == nil,
            let answer = try? await server.call("storage.get", ["key": .string(key)], of: area.miniApp)
        else { return try await local.value(for: key, in: area) }
        let value = answer.string
        return try await step(area) { () async throws(StorageError) in
            if try await self.local.value(for: key, in: self.marks(of: area)) != nil {
                return try await self.local.value(for: key, in: area)
            }
            guard await self.changes[area] == before else { return value }
            if let value {
                try await self.local.set(value, for: key, in: area)
            } else {
                try await self.local.removeValue(for: key, in: area)
            }
            return value
        }
    }

    /// The values under all keys that begin with a prefix, on the server, or on this device while the server can't be
    /// reached.
    public func values(
        withPrefix prefix: String, in area: StorageArea, limit: Int
    ) async throws(StorageError) -> [String: String]? {
        guard await tell(area) else { return try await local.values(withPrefix: prefix, in: area, limit: limit) }
        let before = changes[area]
        let answer: BridgeValue
        do throws(BridgeError) {
            answer = try await server.call("storage.getAll", ["prefix": .string(prefix)], of: area.miniApp)
        } catch {
            if error.code == .tooLarge { return nil }
            return try await local.values(withPrefix: prefix, in: area, limit: limit)
        }
        guard case .object(let members) = answer else {
            return try await local.values(withPrefix: prefix, in: area, limit: limit)
        }
        return try await step(area) { () async throws(StorageError) in
            let values = members.compactMapValues(\.string)
            if await self.changes[area] == before { try await self.keep(values, below: prefix, in: area) }
            return try await self.overlaid(values, below: prefix, in: area)
        }
    }

    /// Stores the server's values below a prefix on this device, except for keys with pending changes.
    private func keep(
        _ values: [String: String], below prefix: String, in area: StorageArea
    ) async throws(StorageError) {
        let untold = try await untold(in: area)
        for key in try await local.keys(in: area)
        where key.utf8.starts(with: prefix.utf8) && !untold.contains(key) && values[key] == nil {
            try await local.removeValue(for: key, in: area)
        }
        let told = values.filter { !untold.contains($0.key) }
        if !told.isEmpty { try await local.set(told, in: area) }
    }

    /// The server's values, with this device's for keys with pending changes.
    private func overlaid(
        _ values: [String: String], below prefix: String, in area: StorageArea
    ) async throws(StorageError) -> [String: String] {
        var values = values
        for key in try await untold(in: area) where key.utf8.starts(with: prefix.utf8) {
            values[key] = try await local.value(for: key, in: area)
        }
        return values
    }

    /// The keys that have values.
    public func keys(in area: StorageArea) async throws(StorageError) -> [String] {
        guard await tell(area), let answer = try? await server.call("storage.keys", [:], of: area.miniApp),
            case .array(let keys) = answer
        else { return try await local.keys(in: area) }
        let untold = try await untold(in: area)
        guard !untold.isEmpty else { return keys.compactMap(\.string) }
        let here = try await local.keys(in: area)
        return Set(keys.compactMap(\.string)).subtracting(untold).union(untold.intersection(here)).sorted()
    }

    /// The size of the stored data.
    public func size(of area: StorageArea) async throws(StorageError) -> StorageSize {
        guard await tell(area), let answer = try? await server.call("storage.size", [:], of: area.miniApp),
            case .integer(let used)? = answer["used"], case .integer(let limit)? = answer["limit"],
            case .integer(let keys)? = answer["keys"]
        else { return try await local.size(of: area) }
        return StorageSize(used: used, limit: limit, keys: keys)
    }

    // MARK: Changing

    /// Stores a value here, and on the server as soon as it can be reached.
    ///
    /// - Throws: The errors of ``set(_:in:)``.
    public func set(_ value: String, for key: String, in area: StorageArea) async throws(StorageError) {
        try await set([key: value], in: area)
    }

    /// Stores values here, and on the server as soon as it can be reached.
    ///
    /// - Throws: ``StorageError``, also if the server can be reached and refuses the values; all values then stay as
    ///   they were.
    public func set(_ values: [String: String], in area: StorageArea) async throws(StorageError) {
        let before = try await change(area) { () async throws(StorageError) in
            let untold = try await self.untold(in: area)
            var before: [String: Former] = [:]
            for key in values.keys {
                before[key] = Former(
                    value: try await self.local.value(for: key, in: area), wasUntold: untold.contains(key))
            }
            try await self.mark(Array(values.keys), in: area)
            try await self.local.set(values, in: area)
            return before
        }
        let refusal = await message(area) {
            guard await self.tellAll(area, but: Set(values.keys)) else { return StorageError?.none }
            return await self.tell(values, in: area)
        }
        guard let refusal else { return }
        try await change(area) { () async throws(StorageError) in
            for (key, former) in before {
                // Skips values that were changed again while the server answered.
                guard try await self.local.value(for: key, in: area) == values[key] else { continue }
                if let value = former.value {
                    try await self.local.set(value, for: key, in: area)
                } else {
                    try await self.local.removeValue(for: key, in: area)
                }
                if !former.wasUntold { try await self.local.removeValue(for: key, in: self.marks(of: area)) }
            }
        }
        throw refusal
    }

    /// The value under a key before a change.
    private struct Former {
        let value: String?
        let wasUntold: Bool
    }

    /// Removes a value here, and on the server as soon as it can be reached.
    public func removeValue(for key: String, in area: StorageArea) async throws(StorageError) {
        try await change(area) { () async throws(StorageError) in
            try await self.mark([key], in: area)
            try await self.local.removeValue(for: key, in: area)
        }
        _ = await tell(area)
    }

    /// Removes all values of an area.
    public func removeAll(in area: StorageArea) async throws(StorageError) {
        let keys = try await keys(in: area)
        try await change(area) { () async throws(StorageError) in
            try await self.mark(keys, in: area)
            try await self.local.removeAll(in: area)
        }
        _ = await tell(area)
    }
}
