import AtollPackages

extension BridgeMethod {
    /// The methods that every host offers: `host.info`, `host.close`, `user.profile` and the four of `storage`.
    public static func standard(storage: any MiniAppStorage) -> [BridgeMethod] {
        [hostInfo, hostClose, userProfile] + storageMethods(storage)
    }

    /// `host.info`: the host, its look and language, and the mini app's version.
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
    /// - Parameter note: Receives the context of the call, which says which version is ready.
    public static func lifecycleReady(_ note: @escaping @Sendable (BridgeContext) async -> Void) -> BridgeMethod {
        BridgeMethod("lifecycle.ready") { _, context in
            await note(context)
            return BridgeResult(.null)
        }
    }

    /// `lifecycle.error {message}`: something went wrong in a page of the mini app, in words for its developers.
    public static func lifecycleError(_ usage: (any UsageCounting)?) -> BridgeMethod {
        BridgeMethod("lifecycle.error") { parameters, context throws(BridgeError) in
            let message = try parameters.string("message")
            usage?.count(.error("page"), 1, of: context.miniApp, code: context.version.code)
            usage?.note(message, of: context.miniApp, code: context.version.code)
            return BridgeResult(.null)
        }
    }

    /// `host.close`: the mini app is done.
    static let hostClose = BridgeMethod("host.close") { _, _ in
        BridgeResult(.null, action: .close)
    }

    /// `user.profile`: what this mini app may know about the signed-in user.
    static let userProfile = BridgeMethod("user.profile") { _, context in
        BridgeResult(["id": .string(context.user.pairwiseID), "name": .string(context.user.name)])
    }
}
