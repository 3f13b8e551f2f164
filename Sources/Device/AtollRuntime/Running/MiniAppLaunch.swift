import AtollPackages
import Foundation

/// How a mini app was opened, from where, and with what: what `apps.launch` answers.
public struct MiniAppLaunch: Hashable, Sendable {
    /// The origin of the launch.
    public enum Source: String, Hashable, Sendable {
        case hub, link, card, search, app, notification, preview
    }

    /// The origin of the launch.
    public var source: Source
    /// The mini app that opened it, or that it opened and that has closed since.
    public var referrer: MiniAppID?
    /// The parameters that the other mini app has passed.
    public var parameters: BridgeValue?
    /// The page with which it started, such as `pages/list`; empty for the first one.
    public var page: String
    /// The query of that page.
    public var query: String

    /// Describes a launch.
    public init(
        _ source: Source = .hub, referrer: MiniAppID? = nil, parameters: BridgeValue? = nil, page: String = "",
        query: String = ""
    ) {
        self.source = source
        self.referrer = referrer
        self.parameters = parameters
        self.page = page
        self.query = query
    }

    /// The page and the query as in a URL on the mini app's origin, such as `/pages/list?of=ada`; `/` for the first
    /// page.
    public var path: String {
        get {
            let name = page.split(separator: "/").joined(separator: "/")
            let query = query.addingPercentEncoding(withAllowedCharacters: Self.inQuery) ?? ""
            return "/" + name + (query.isEmpty ? "" : "?" + query)
        }
        set {
            let parts = newValue.dropFirst().split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            (page, query) = (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    /// A query is encoded already, if its mini app meant it to be.
    private static let inQuery = CharacterSet.urlQueryAllowed.union(CharacterSet(charactersIn: "%"))

    /// The launch as the mini app gets it.
    public var value: BridgeValue {
        var members: [String: BridgeValue] = [
            "source": .string(source.rawValue), "page": .string(page), "query": .string(query),
        ]
        members["referrer"] = referrer.map { .string($0.rawValue) }
        members["params"] = parameters
        return .object(members)
    }
}
