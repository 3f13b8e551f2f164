/// An address within an app, in one normal form for whichever way it was written.
///
/// `dla://Products?id=30`, `https://lagoon.example/Products?id=30` and `/Products?id=30` are one link; so are
/// `miniapp://com.example.kudos;version=2/pages/list?to=ada#top` and its form on the web.
///
/// Source: RFC 3986; W3C MiniApp Addressing.
public struct DeepLink: Sendable {
    /// A query item, decoded.
    public struct Item: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The components of the path, decoded. The host of a custom scheme is the first.
    public var components: [String]
    /// The query items, in their order.
    public var items: [Item]
    /// What stands after `#`, decoded.
    public var fragment: String?
    /// The version of the mini app that a MiniApp address asks for.
    public var version: String?
    /// Whether the first component was the host of a custom scheme, which has no upper and lower case.
    var hasCaselessStart = false

    public init(
        components: [String] = [], items: [Item] = [], fragment: String? = nil, version: String? = nil
    ) {
        self.components = components
        self.items = items
        self.fragment = fragment
        self.version = version
    }

    /// The longest address that is read, in bytes.
    public static let maximumLength = 8_192
    /// How many components are read.
    public static let maximumComponents = 32
    /// How many query items are read.
    public static let maximumItems = 64
    /// The first component of a mini app's address on the web.
    public static let miniAppComponent = "miniapp"
    /// The query item that holds the address of what else is open, behind what the address itself shows.
    public static let backgroundItem = "with"
    /// The query item that holds the address to return to.
    public static let returnItem = "return"
    /// Items whose value is an address itself, and so may be encoded once more.
    static let nestingItems: Set = [backgroundItem, returnItem]

    /// The mini app that the link leads to.
    public var miniApp: String? {
        components.count > 1 && components[0] == Self.miniAppComponent ? components[1] : nil
    }
}

extension DeepLink: Hashable {
    /// Links are equal wherever they were written: on the web, in a custom scheme, or as a MiniApp address.
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

    /// The link in a custom scheme, its first component as the host.
    public func url(scheme: String) -> String { "\(scheme):/" + path }

    /// The link as a MiniApp address, or nil where it leads to no mini app.
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
