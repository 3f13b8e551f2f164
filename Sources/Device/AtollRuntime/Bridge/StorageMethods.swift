extension BridgeMethod {
    /// The methods of `storage`: text under keys, in the area of the user and
    /// the mini app.
    static func storageMethods(_ storage: any MiniAppStorage) -> [BridgeMethod] {
        [
            BridgeMethod("storage.get") { parameters, context throws(BridgeError) in
                let key = try parameters.string("key")
                let value = try await catching { () async throws(StorageError) in
                    try await storage.value(for: key, in: context.storageArea)
                }
                return BridgeResult(value.map { .string($0) } ?? .null)
            },
            BridgeMethod("storage.set") { parameters, context throws(BridgeError) in
                let key = try parameters.string("key")
                let value = try parameters.string("value")
                try await catching { () async throws(StorageError) in
                    try await storage.set(value, for: key, in: context.storageArea)
                }
                return BridgeResult(.null)
            },
            BridgeMethod("storage.remove") { parameters, context throws(BridgeError) in
                let key = try parameters.string("key")
                try await catching { () async throws(StorageError) in
                    try await storage.removeValue(for: key, in: context.storageArea)
                }
                return BridgeResult(.null)
            },
            BridgeMethod("storage.size") { _, context throws(BridgeError) in
                let size = try await catching { () async throws(StorageError) in
                    try await storage.size(of: context.storageArea)
                }
                return BridgeResult([
                    "used": .integer(size.used), "limit": .integer(size.limit), "keys": .integer(size.keys),
                ])
            },
            BridgeMethod("storage.clear") { _, context throws(BridgeError) in
                try await catching { () async throws(StorageError) in
                    try await storage.removeAll(in: context.storageArea)
                }
                return BridgeResult(.null)
            },
            BridgeMethod("storage.getAll") { parameters, context throws(BridgeError) in
                let prefix = parameters["prefix"]?.string ?? ""
                let values = try await catching { () async throws(StorageError) in
                    try await storage.values(withPrefix: prefix, in: context.storageArea, limit: allBytes)
                }
                guard let values else {
                    throw BridgeError(.tooLarge, "The values have more than \(allBytes) bytes together. Use a prefix.")
                }
                return BridgeResult(.object(values.mapValues { .string($0) }))
            },
            BridgeMethod("storage.setAll") { parameters, context throws(BridgeError) in
                guard case .object(let items)? = parameters["items"] else {
                    throw BridgeError(.invalidParameters, "The parameter \"items\" must be an object.")
                }
                let values = items.compactMapValues(\.string)
                try await catching { () async throws(StorageError) in
                    try await storage.set(values, in: context.storageArea)
                }
                return BridgeResult(.null)
            },
            BridgeMethod("storage.keys") { _, context throws(BridgeError) in
                let keys = try await catching { () async throws(StorageError) in
                    try await storage.keys(in: context.storageArea)
                }
                return BridgeResult(.array(keys.map { .string($0) }))
            },
        ]
    }

    /// The methods of `secrets`: texts under keys, in a storage that is encrypted.
    public static func secretMethods(_ storage: any MiniAppStorage) -> [BridgeMethod] {
        [
            BridgeMethod("secrets.get") { parameters, context throws(BridgeError) in
                let key = try parameters.string("key")
                let value = try await catching { () async throws(StorageError) in
                    try await storage.value(for: key, in: context.storageArea)
                }
                return BridgeResult(value.map { .string($0) } ?? .null)
            },
            BridgeMethod("secrets.set") { parameters, context throws(BridgeError) in
                let (key, value) = (try parameters.string("key"), try parameters.string("value"))
                try await catching { () async throws(StorageError) in
                    try await storage.set(value, for: key, in: context.storageArea)
                }
                return BridgeResult(.null)
            },
            BridgeMethod("secrets.remove") { parameters, context throws(BridgeError) in
                let key = try parameters.string("key")
                try await catching { () async throws(StorageError) in
                    try await storage.removeValue(for: key, in: context.storageArea)
                }
                return BridgeResult(.null)
            },
        ]
    }

    /// The most bytes that `storage.getAll` returns.
    private static let allBytes = 512 * 1024

    private static func catching<Value: Sendable>(
        _ body: () async throws(StorageError) -> Value
    ) async throws(BridgeError) -> Value {
        do {
            return try await body()
        } catch {
            switch error {
            case .keyLength, .valueLength: throw BridgeError(.tooLarge, error.description)
            case .full, .tooManyKeys: throw BridgeError(.quotaExceeded, error.description)
            // The reason concerns the operator, not the mini app.
            case .unavailable: throw BridgeError(.internal, "The storage can't be used right now.")
            }
        }
    }
}

extension BridgeContext {
    var storageArea: StorageArea { StorageArea(user: user.pairwiseID, miniApp: miniApp) }
}
