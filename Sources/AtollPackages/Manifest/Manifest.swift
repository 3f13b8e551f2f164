/// What a mini app says of itself in `manifest.json`.
///
/// Source: W3C MiniApp Manifest (Working Draft). Member names in JSON are the draft's; the names here are Swift's.
public struct Manifest: Hashable, Sendable {
    /// `app_id`: the mini app's id.
    public var id: MiniAppID
    /// `name`: what people call it, 1 to 100 characters.
    public var name: String
    /// `short_name`: the name where space is short, at most 40 characters.
    public var shortName: String?
    /// `description`: what it is for, at most 1,000 characters.
    public var summary: String?
    /// `lang`: the language of the texts above, a BCP 47 tag.
    public var language: String?
    /// `dir`: the direction in which those texts are written.
    public var direction: TextDirection
    /// `version`: which version this is.
    public var version: Version
    /// `platform_version`: the hosts that it was made for.
    public var platform: Platform
    /// `pages`: routes such as `pages/list`, without extension. The first is where the mini app starts.
    public var pages: [String]
    /// `icons`: pictures that stand for the mini app, as paths in the package.
    public var icons: [Icon]
    /// `color_scheme`: whether it is drawn light, dark or as the user prefers.
    public var colorScheme: ColorScheme
    /// `device_type`: the kinds of devices that it was made for, such as `smartphone`; all where there are none.
    public var deviceTypes: [String]
    /// `req_permissions`: what it asks its host for.
    public var permissions: [Permission]
    /// `widgets`: parts of it that stand among others on a home screen.
    public var widgets: [Widget]
    /// `window`: how the window looks that holds it.
    public var window: Window
    /// Members that this version does not know, such as `window.shape`: kept in the file, and passed over.
    public var unknownMembers: [String]

    public enum TextDirection: String, Hashable, Sendable, CaseIterable {
        case leftToRight = "ltr"
        case rightToLeft = "rtl"
        case automatic = "auto"
    }

    public enum ColorScheme: String, Hashable, Sendable, CaseIterable {
        case automatic = "auto"
        case light
        case dark
    }

    /// A version: a number that only grows, for machines, and a name for people.
    public struct Version: Hashable, Sendable, Codable {
        /// 1 or more; each version's is higher than that of the one before.
        public var code: Int
        /// Such as `1.2.0`; at most 50 characters.
        public var name: String

        public init(code: Int, name: String) {
            self.code = code
            self.name = name
        }
    }

    /// The hosts a mini app was made for.
    public struct Platform: Hashable, Sendable {
        /// `min_code`: the lowest platform version that can run it.
        public var minimumCode: Int
        /// `target_code`: the platform version that it was tested with.
        public var targetCode: Int?
        /// `release_type`: of which kind that platform version was, such as `Beta1`.
        public var releaseType: String?

        public init(minimumCode: Int, targetCode: Int? = nil, releaseType: String? = nil) {
            self.minimumCode = minimumCode
            self.targetCode = targetCode
            self.releaseType = releaseType
        }
    }

    /// A picture.
    public struct Icon: Hashable, Sendable {
        /// `src`: its path in the package.
        public var source: String
        /// `sizes`: such as `48x48`, or `any` for one that scales.
        public var sizes: String?
        /// `label`: what it shows, for those who can't see it.
        public var label: String?

        public init(source: String, sizes: String? = nil, label: String? = nil) {
            self.source = source
            self.sizes = sizes
            self.label = label
        }
    }

    /// A permission that is asked for.
    public struct Permission: Hashable, Sendable {
        /// `name`: which one.
        public var name: String
        /// `reason`: what it is needed for, for the user to read.
        public var reason: String?

        public init(name: String, reason: String? = nil) {
            self.name = name
            self.reason = reason
        }
    }

    /// The file of the page at `route`: `pages/list` is `pages/list.html`.
    public static func document(ofPage route: String) -> String { route + ".html" }

    /// The name of the manifest's file in a package.
    public static let path = "manifest.json"
}
