/// The manifest of a mini app: the contents of `manifest.json`.
///
/// Source: W3C MiniApp Manifest (Working Draft). Member names in JSON are the draft's; the names here are Swift's.
public struct Manifest: Hashable, Sendable {
    /// `app_id`: the mini app's id.
    public var id: MiniAppID
    /// `name`: the name shown to users, 1 to 100 characters.
    public var name: String
    /// `short_name`: a shorter name for where space is limited, 1 to 40 characters.
    public var shortName: String?
    /// `description`: what it is for, at most 1,000 characters.
    public var summary: String?
    /// `lang`: the language of the texts above, a BCP 47 tag.
    public var language: String?
    /// `dir`: the writing direction of those texts.
    public var direction: TextDirection
    /// `version`: the code and name of this version.
    public var version: Version
    /// `platform_version`: the platform versions that it was made for.
    public var platform: Platform
    /// `pages`: routes such as `pages/list`, without extension. The mini app starts at the first.
    public var pages: [String]
    /// `icons`: the mini app's icons, as paths in the package.
    public var icons: [Icon]
    /// `color_scheme`: whether it is drawn light, dark, or as the user prefers.
    public var colorScheme: ColorScheme
    /// `device_type`: the kinds of devices that it was made for, such as `smartphone`; empty means all.
    public var deviceTypes: [String]
    /// `req_permissions`: the permissions that it requests from the host.
    public var permissions: [Permission]
    /// `atoll_network`: the origins that it connects to in addition to its own, such as `https://api.example.com`; at
    /// most 20. Not in the W3C draft, which has no equivalent.
    public var network: [String] = []
    /// `atoll_media`: the `https` origins from which its pages show pictures, films and sounds, in addition to its own;
    /// at most 20. Not in the W3C draft.
    public var media: [String] = []
    /// `atoll_links`: the `https` origins whose pages a tap in it may open outside without a question; at most 20. Not
    /// in the W3C draft.
    public var links: [String] = []
    /// `atoll_tokens`: the tokens about its user that it asks the host for; at most 5. Not in the W3C draft.
    public var tokens: [Token] = []
    /// `atoll_sector`: the mini apps that know the user by the same name in tokens; `nil` for this one only. Not in the
    /// W3C draft.
    public var sector: Sector?
    /// `atoll_compat`: how a web app that was written for another host is served; nil for one that was written for
    /// this. Not in the W3C draft.
    public var compatibility: Compatibility?
    /// `atoll_search`: the path of the file with what users can search for inside it without opening it, as
    /// ``ContentEntries`` describes; nil for none. Not in the W3C draft.
    public var search: String?
    /// `atoll_support`: where users get help from its publisher, an `https` or `mailto` URL; nil for nowhere. Not in
    /// the W3C draft.
    public var support: String?
    /// `widgets`: parts of it that are shown among others on a home screen.
    public var widgets: [Widget]
    /// `window`: the appearance of the window that contains it.
    public var window: Window
    /// Members that this version does not know, such as `window.shape`. They stay in the file and are ignored.
    public var unknownMembers: [String]

    /// The values of `dir`.
    public enum TextDirection: String, Hashable, Sendable, CaseIterable {
        case leftToRight = "ltr"
        case rightToLeft = "rtl"
        case automatic = "auto"
    }

    /// The values of `atoll_sector`.
    public enum Sector: String, Hashable, Sendable, CaseIterable {
        /// All mini apps of the same publisher that say so.
        case publisher
    }

    /// The values of `color_scheme`.
    public enum ColorScheme: String, Hashable, Sendable, CaseIterable {
        case automatic = "auto"
        case light
        case dark
    }

    /// A version: a code that only increases, for comparison, and a name for users.
    public struct Version: Hashable, Sendable, Codable {
        /// From 1 to 2,147,483,647, and higher than that of the version before.
        public var code: Int
        /// The name shown to users, such as `1.2.0`; 1 to 50 characters.
        public var name: String

        /// Creates a version, unchecked.
        public init(code: Int, name: String) {
            self.code = code
            self.name = name
        }
    }

    /// The platform versions that a mini app was made for.
    public struct Platform: Hashable, Sendable {
        /// `min_code`: the lowest platform version that can run it.
        public var minimumCode: Int
        /// `target_code`: the platform version that it was tested with.
        public var targetCode: Int?
        /// `release_type`: the kind of that platform version, such as `Beta1`.
        public var releaseType: String?

        /// Creates platform versions, unchecked.
        public init(minimumCode: Int, targetCode: Int? = nil, releaseType: String? = nil) {
            self.minimumCode = minimumCode
            self.targetCode = targetCode
            self.releaseType = releaseType
        }
    }

    /// An icon of the mini app.
    public struct Icon: Hashable, Sendable {
        /// `src`: the path in the package.
        public var source: String
        /// `sizes`: the size, such as `48x48`, or `any` for an icon that scales.
        public var sizes: String?
        /// `label`: a description for users who can't see the icon.
        public var label: String?

        /// Creates an icon, unchecked.
        public init(source: String, sizes: String? = nil, label: String? = nil) {
            self.source = source
            self.sizes = sizes
            self.label = label
        }
    }

    /// A permission that the mini app requests.
    public struct Permission: Hashable, Sendable {
        /// `name`: the permission's name.
        public var name: String
        /// `reason`: why it is needed, for the user to read.
        public var reason: String?
        /// `atoll_optional`: whether the mini app also works without it. Not in the W3C draft.
        public var isOptional: Bool

        /// The names of critical permissions: money, and a user's exact location. A reviewer alone can't approve a
        /// version that asks for one first.
        public static let critical: Set<String> = ["location.precise", "payments"]

        /// Whether it is one of ``critical``.
        public var isCritical: Bool { Self.critical.contains(name) }

        /// Creates a permission, unchecked.
        public init(name: String, reason: String? = nil, isOptional: Bool = false) {
            self.name = name
            self.reason = reason
            self.isOptional = isOptional
        }
    }

    /// A token that identifies the user at a back end, with the facts that the user agrees to share.
    public struct Token: Hashable, Sendable {
        /// `audience`: the origin of the back end, or the mini app's id.
        public var audience: String
        /// `scopes`: the further facts in it, such as `email`; at most 10.
        public var scopes: [String]
        /// `reason`: why it is needed, for the user to read.
        public var reason: String
        /// Who else knows the user by the same name: the manifest's ``Manifest/sector``.
        public var sector: Sector?

        /// Creates a token request, unchecked.
        public init(audience: String, scopes: [String], reason: String, sector: Sector? = nil) {
            self.audience = audience
            self.scopes = scopes
            self.reason = reason
            self.sector = sector
        }
    }

    /// The path of the document of the page at `route`: `pages/list.html` for `pages/list`.
    public static func document(ofPage route: String) -> String { route + ".html" }

    /// The path of the manifest in a package.
    public static let path = "manifest.json"
}
