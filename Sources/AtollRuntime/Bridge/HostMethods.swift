extension BridgeMethod {
    /// What every host offers: itself, the user, and storage.
    public static func standard(storage: any MiniAppStorage) -> [BridgeMethod] {
        [hostInfo, hostClose, userProfile] + storageMethods(storage)
    }

    /// `host.info`: who runs the mini app, and how the user sees it.
    static let hostInfo = BridgeMethod("host.info") { _, context in
        BridgeResult([
            "name": .string(context.host.name),
            "version": .string(context.host.version),
            "platform": .string(context.host.platform),
            "theme": .string(context.appearance.theme.rawValue),
            "language": .string(context.appearance.language),
            "textLanguage": context.appearance.textLanguage.map { .string($0) } ?? .null,
            "miniApp": [
                "id": .string(context.miniApp.rawValue),
                "version": .string(context.version.name),
                "code": .integer(context.version.code),
            ],
        ])
    }

    /// `lifecycle.ready`: a page of the mini app was loaded without an error.
    ///
    /// - Parameter note: Told which version it is.
    public static func lifecycleReady(_ note: @escaping @Sendable (BridgeContext) async -> Void) -> BridgeMethod {
        BridgeMethod("lifecycle.ready") { _, context in
            await note(context)
            return BridgeResult(.null)
        }
    }

    /// `host.close`: the mini app is done.
    static let hostClose = BridgeMethod("host.close") { _, _ in
        BridgeResult(.null, action: .close)
    }

    /// `user.profile`: who is signed in, as this mini app may know them.
    static let userProfile = BridgeMethod("user.profile") { _, context in
        BridgeResult(["id": .string(context.user.pairwiseID), "name": .string(context.user.name)])
    }
}
