extension BridgeMethod {
    /// `storage.get`, `storage.set`, `storage.remove` and `storage.keys`: text under keys, in the area of the user and
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
            BridgeMethod("storage.keys") { _, context throws(BridgeError) in
                let keys = try await catching { () async throws(StorageError) in
                    try await storage.keys(in: context.storageArea)
                }
                return BridgeResult(.array(keys.map { .string($0) }))
            },
        ]
    }

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
