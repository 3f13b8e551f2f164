import Foundation

/// Tells users something for mini apps, now or later.
public protocol NoticeProvider: Sendable {
    /// Tells the user at a time; one with the same id is replaced.
    func schedule(_ notice: MiniAppNotice, _ context: BridgeContext) async throws(BridgeError)
    /// Removes a notice, whether it was shown or not.
    func cancel(_ id: String, _ context: BridgeContext) async throws(BridgeError)
    /// Shows a number beside the mini app; 0 shows none.
    func badge(_ count: Int, _ context: BridgeContext) async throws(BridgeError)
}

/// Something that a mini app tells its user.
public struct MiniAppNotice: Hashable, Sendable, Codable {
    /// The id, which the mini app chooses.
    public let id: String
    /// When to tell it.
    public let date: Date
    /// The title, at most 100 characters.
    public let title: String
    /// The text, at most 300 characters.
    public let body: String
    /// The page of the mini app that it leads to, with a leading slash; nil for the first one.
    public let path: String?

    /// Describes a notice.
    public init(id: String, date: Date, title: String, body: String, path: String?) {
        self.id = id
        self.date = date
        self.title = title
        self.body = body
        self.path = path
    }
}

extension MiniAppNotice {
    /// Whether a text is a page of a mini app with a leading slash and no way out of it: no dots but those of `.html`, and nothing
    /// encoded.
    public static func isPath(_ text: String) -> Bool {
        guard case .object(let members, _)? = BridgeDescription.method(named: "notifications.schedule")?.parameters,
            case .string(let characters, _, let pattern?)? = members["path"]
        else { return false }
        return characters.contains(text.unicodeScalars.count) && pattern.matches(text)
    }
}

extension BridgeMethod {
    /// `notifications.schedule`, `notifications.cancel` and `notifications.badge`.
    public static func noticeMethods(_ provider: any NoticeProvider) -> [BridgeMethod] {
        [
            BridgeMethod("notifications.schedule") { parameters, context throws(BridgeError) in
                let milliseconds = Double(parameters.integer("at") ?? 0)
                let notice = MiniAppNotice(
                    id: try parameters.string("id"), date: Date(timeIntervalSince1970: milliseconds / 1_000),
                    title: try parameters.string("title"), body: parameters["body"]?.string ?? "",
                    path: parameters["path"]?.string)
                try await provider.schedule(notice, context)
                return BridgeResult(.null)
            },
            BridgeMethod("notifications.cancel") { parameters, context throws(BridgeError) in
                try await provider.cancel(try parameters.string("id"), context)
                return BridgeResult(.null)
            },
            BridgeMethod("notifications.badge") { parameters, context throws(BridgeError) in
                try await provider.badge(parameters.integer("count") ?? 0, context)
                return BridgeResult(.null)
            },
        ]
    }
}
