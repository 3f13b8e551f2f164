/// A link into an app, in one normal form however it was written.
///
/// `dla://Products?id=30`, `https://lagoon.example/Products?id=30` and `/Products?id=30` are one link; so are
/// `miniapp://com.example.kudos;version=2/pages/list?to=ada#top` and its form on the web.
///
/// Source: RFC 3986; W3C MiniApp Addressing.
public struct DeepLink: Sendable {
    /// A query item, decoded.
    public struct Item: Hashable, Sendable {
        /// The name, decoded.
        public var name: String
        /// The value, decoded.
        public var value: String

        /// A query item with a decoded name and value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The components of the path, decoded. The host of a custom scheme is the first.
    public var components: [String]
    /// The query items, in order.
    public var items: [Item]
    /// The text after `#`, decoded.
    public var fragment: String?
    /// The version of the mini app that a MiniApp URL requests.
    public var version: String?
    /// Whether the first component was the host of a custom scheme, in which case does not matter.
    var hasCaselessStart = false
    /// The errors in query items, by the names of the items. The router throws an error only if the route reads that item.
    package internal(set) var faults: [String: LinkError] = [:]

    /// A link made of decoded parts.
    public init(
        components: [String] = [], items: [Item] = [], fragment: String? = nil, version: String? = nil
    ) {
        self.components = components
        self.items = items
        self.fragment = fragment
        self.version = version
    }

    /// The maximum length of a URL in bytes.
    public static let maximumLength = 8_192
    /// The maximum number of components.
    public static let maximumComponents = 32
    /// The maximum number of query items.
    public static let maximumItems = 64
    /// The first component of a mini app's URL on the web.
    public static let miniAppComponent = "miniapp"
    /// The query item whose value is the URL of something that is open behind the link's own target.
    public static let backgroundItem = "with"
    /// The query item whose value is the URL to return to.
    public static let returnItem = "return"
    /// Items whose value is a URL itself.
    static let nestingItems: Set = [backgroundItem, returnItem]

    /// The id of the mini app to which the link leads, or nil if it leads to none.
    public var miniApp: String? {
        components.count > 1 && components[0] == Self.miniAppComponent ? components[1] : nil
    }
}

extension DeepLink: Hashable {
    /// Links are equal in whichever form they were written: on the web, in a custom scheme, or as a MiniApp URL.
    public static func == (left: DeepLink, right: DeepLink) -> Bool {
        left.components == right.components && left.items == right.items && left.fragment == right.fragment
            && left.version == right.version
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(components)
        hasher.combine(items)
        hasher.combine(fragment)
        hasher.combine(version)
    }
}

extension DeepLink: CustomStringConvertible {
    /// The link as a path with its query, such as `/products?id=30`.
    public var description: String { path }

    /// The link as a path with its query, such as `/products?id=30`: its canonical form.
    ///
    /// - Complexity: O(*n*) in its length.
    public var path: String {
        var text = ""
        for (index, component) in components.enumerated() {
            text += "/"
            text += PercentEncoding.encode(component, in: .component)
            if index == 1, let version, components[0] == Self.miniAppComponent { text += ";version=" + version }
        }
        return (text.isEmpty ? "/" : text) + suffix
    }

    /// The link under an origin, such as `https://lagoon.example`.
    public func url(origin: String) -> String { origin + path }

    /// The link in a custom scheme, with its first component as the host.
    public func url(scheme: String) -> String { "\(scheme):/" + path }

    /// The link as a MiniApp URL, or nil if it does not lead to a mini app.
    public func url(miniAppScheme scheme: String = "miniapp") -> String? {
        guard miniApp != nil else { return nil }
        var link = self
        link.version = nil
        link.components.removeFirst(2)
        let rest = link.path
        return
            "\(scheme)://\(components[1])\(version.map { ";version=\($0)" } ?? "")\(link.components.isEmpty ? suffix : rest)"
    }

    private var suffix: String {
        var text = ""
        for (index, item) in items.enumerated() {
            text += index == 0 ? "?" : "&"
            text += PercentEncoding.encode(item.name, in: .component)
            text += "="
            text += PercentEncoding.encode(item.value, in: .value)
        }
        if let fragment { text += "#" + PercentEncoding.encode(fragment, in: .value) }
        return text
    }
}
