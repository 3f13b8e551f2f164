import AtollPackages
import AtollRateLimiting
import AtollTexts
import Foundation

extension BridgeMethod {
    /// The methods that every host offers, on every system: those of `host`, `permissions`, `user`, `storage` and
    /// `analytics` that need nothing else.
    ///
    /// - Parameters:
    ///   - storage: The storage of the mini apps.
    ///   - usage: Counts what mini apps count; nil to count nothing.
    ///   - log: Writes a line of a mini app; by default, it is dropped.
    public static func standard(
        storage: any MiniAppStorage, usage: (any UsageCounting)? = nil,
        log: @escaping @Sendable (_ level: String, _ message: String, BridgeContext) -> Void = { _, _, _ in }
    ) -> [BridgeMethod] {
        [
            hostInfo, hostClose, hostLog(log), permissionsQuery, permissionsRequest, userProfile, userContact,
            analyticsEvent(usage),
        ] + storageMethods(storage)
    }

    /// The methods that the user's device carries out, for a host that has checked a call and leaves the rest to a
    /// page: their result is ``BridgeResult/Action/perform``.
    ///
    /// - Parameter missing: The names of methods that this host does not offer.
    public static func onDevice(except missing: Set<String> = []) -> [BridgeMethod] {
        BridgeDescription.current.methods.filter { method in
            method.performer == .device && !method.isNotification && !missing.contains(method.name)
        }.map { method in
            BridgeMethod(method.name) { _, _ in BridgeResult(.null, action: .perform) }
        }
    }

    /// `host.info`: the host, its look and language, and the mini app's version.
    static let hostInfo = BridgeMethod("host.info") { _, context in BridgeResult(info(in: context)) }

    static func info(in context: BridgeContext) -> BridgeValue {
        let appearance = context.appearance
        return [
            "name": .string(context.host.name),
            "version": .string(context.host.version),
            "platform": .string(context.host.platform),
            "theme": .string(appearance.theme.rawValue),
            "language": .string(appearance.language),
            "textLanguage": appearance.textLanguage.map { .string($0) } ?? .null,
            "miniApp": [
                "id": .string(context.miniApp.rawValue),
                "version": .string(context.version.name),
                "code": .integer(context.version.code),
            ],
            "apiLevel": .integer(BridgeDescription.current.apiLevel),
            "features": .array(context.features.map { .string($0) }),
            "direction": .string(
                TextLanguage.isRightToLeft(appearance.textLanguage ?? appearance.language) ? "rtl" : "ltr"),
            "timeZone": appearance.timeZone.map { .string($0) } ?? .null,
            "textScale": .number(appearance.textScale),
            "safeArea": ["top": 0, "right": 0, "bottom": 0, "left": 0],
            "environment": .string(context.isPreview ? "preview" : "production"),
            "backEnds": .object(context.backEnds.mapValues { .string($0) }),
        ]
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

    /// `host.log`: a line for the mini app's developers.
    static func hostLog(
        _ log: @escaping @Sendable (_ level: String, _ message: String, BridgeContext) -> Void
    ) -> BridgeMethod {
        BridgeMethod("host.log") { parameters, context throws(BridgeError) in
            log(try parameters.string("level"), try parameters.string("message"), context)
            return BridgeResult(.null)
        }
    }

    /// `permissions.query`: the state of permissions, without asking the user.
    static let permissionsQuery = BridgeMethod("permissions.query") { parameters, context in
        BridgeResult(context.states(of: parameters.strings("names")))
    }

    /// `permissions.request`: the state of permissions, after the host has asked the user for undecided ones: see
    /// ``BridgeContext``. If the user can't be asked, it is a query.
    static let permissionsRequest = BridgeMethod("permissions.request") { parameters, context throws(BridgeError) in
        let names = parameters.strings("names")
        try context.requireDecision(on: names)
        return BridgeResult(context.states(of: names))
    }

    /// `user.profile`: what this mini app may know about the signed-in user. The user is asked first, if the manifest
    /// asks for more than the id.
    static let userProfile = BridgeMethod("user.profile") { _, context throws(BridgeError) in
        try context.requireDecision(on: ["user.name", "user.photo"])
        var profile: [String: BridgeValue] = ["id": .string(context.user.pairwiseID)]
        if context.state(of: "user.name") == .granted { profile["name"] = .string(context.user.name) }
        if context.state(of: "user.photo") == .granted, let photo = context.user.photo {
            profile["photo"] = .string(photo)
        }
        return BridgeResult(.object(profile))
    }

    /// `user.contact`: the user's address and number, if the user agrees.
    static let userContact = BridgeMethod("user.contact") { parameters, context throws(BridgeError) in
        let fields = parameters.strings("fields")
        try context.requireDecision(on: fields.map { "user.\($0)" })
        var contact: [String: BridgeValue] = [:]
        if fields.contains("email"), context.state(of: "user.email") == .granted, let email = context.user.email {
            contact["email"] = .string(email)
            contact["emailVerified"] = .bool(context.user.isEmailVerified)
        }
        return BridgeResult(.object(contact))
    }

    /// `analytics.event`: counts an event, by its name and the values of its parameters. Beyond 60 in a row and one a
    /// second, nothing is counted, and no error reports that: no caller waits for the answer.
    static func analyticsEvent(
        _ usage: (any UsageCounting)?, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) -> BridgeMethod {
        let limit = RateLimiter<String>(.init(burst: 60, perSecond: 1), now: now)
        return BridgeMethod("analytics.event") { parameters, context throws(BridgeError) in
            let name = try parameters.string("name")
            guard case .object(let details)? = parameters["params"] ?? .object([:]),
                limit.take("\(context.session) \(context.miniApp)") == .zero
            else { return BridgeResult(.null) }
            usage?.count(.event(name), 1, of: context.miniApp, code: context.version.code)
            for (key, value) in details {
                let label = "\(name) \(key)=\(value.string ?? "")"
                usage?.count(.event(label), 1, of: context.miniApp, code: context.version.code)
            }
            return BridgeResult(.null)
        }
    }
}

extension BridgeContext {
    /// Where permissions are, as a mini app gets it.
    fileprivate func states(of names: [String]) -> BridgeValue {
        .object(Dictionary(names.map { ($0, .string(state(of: $0).rawValue)) }) { first, _ in first })
    }
}
