import Foundation

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
