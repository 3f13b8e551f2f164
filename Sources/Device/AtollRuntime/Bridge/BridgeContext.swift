import AtollPackages

/// The context of a call over the bridge: the mini app that calls, its user, and the host.
public struct BridgeContext: Sendable {
    /// The host: the super app that runs the mini app.
    public struct Host: Hashable, Sendable {
        /// The super app's name, for users.
        public var name: String
        /// The super app's version, such as `1.2`.
        public var version: String
        /// `web` or `ios`.
        public var platform: String

        /// Describes a host.
        public init(name: String, version: String, platform: String) {
            self.name = name
            self.version = version
            self.platform = platform
        }
    }

    /// The facts about the signed-in user that a mini app may know.
    public struct User: Hashable, Sendable {
        /// The user's identifier for this mini app. Every mini app has a different one for the same user, so that two
        /// of them can't combine what they know.
        public var pairwiseID: String
        /// The user's display name.
        public var name: String
        /// The user's picture, as a data URL, or nil without one.
        public var photo: String?
        /// The user's e-mail address; nil if the host knows none.
        public var email: String?
        /// Whether the user has confirmed that the address is theirs.
        public var isEmailVerified = false

        /// Describes a user.
        public init(pairwiseID: String, name: String) {
            self.pairwiseID = pairwiseID
            self.name = name
        }
    }

    /// The host's current look and language.
    public struct Appearance: Hashable, Sendable {
        /// The host's colour scheme.
        public enum Theme: String, Hashable, Sendable, CaseIterable { case light, dark }

        /// The host's colour scheme.
        public var theme: Theme
        /// The language that the user prefers, a BCP 47 tag.
        public var language: String
        /// The mini app's language that matches the user's best, a BCP 47 tag; nil if none matches.
        public var textLanguage: String?
        /// The time zone's name, such as `Europe/Madrid`; nil if the host does not know it.
        public var timeZone: String?
        /// How much larger the user wants texts than usual.
        public var textScale = 1.0

        /// Describes a look and a language.
        public init(theme: Theme, language: String, textLanguage: String?) {
            self.theme = theme
            self.language = language
            self.textLanguage = textLanguage
        }
    }

    /// The mini app that calls.
    public var miniApp: MiniAppID
    /// The version of the mini app that calls.
    public var version: Manifest.Version
    /// The signed-in user.
    public var user: User
    /// The host.
    public var host: Host
    /// The host's current look and language.
    public var appearance: Appearance
    /// Where the permissions are that the mini app may have; one that is not here is unavailable.
    public var permissions: [String: PermissionState] = [:]
    /// Where back ends are reached instead of the origins that the manifest names, by these: for development.
    public var backEnds: [String: String] = [:]
    /// The origins whose pages may be opened outside without a question: `atoll_links` of the manifest. Only hosts that
    /// open them by a ``MiniAppDevice`` need it.
    public var links: [String] = []
    /// The tokens for back ends that the mini app's manifest asks for.
    public var tokens: [Manifest.Token] = []
    /// The host's session that calls, such as one browser's: calls are limited per session. Empty if the host has only
    /// one.
    public var session = ""
    /// The launch that calls, if the host distinguishes several: what is decided once counts for it.
    public var launch = ""
    /// The digest of the file list of the version that calls, or nil if the host does not provide it.
    public var fileList: SHA256Hash?
    /// The names of the methods that the host offers; the router sets them.
    public var features: [String] = []
    /// Whether the host can ask the user and send the call again.
    public var canAsk = true
    /// Whether the mini app runs before it was reviewed.
    public var isPreview = false
    /// Whether the caller is a card on a home screen, and not the mini app itself.
    public var isCard = false

    /// Where a permission is.
    public func state(of permission: String) -> PermissionState { permissions[permission] ?? .unavailable }

    /// Creates a context without permissions.
    public init(
        miniApp: MiniAppID, version: Manifest.Version, user: User, host: Host, appearance: Appearance
    ) {
        self.miniApp = miniApp
        self.version = version
        self.user = user
        self.host = host
        self.appearance = appearance
    }
}
