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

    /// What a mini app may know about the signed-in user.
    public struct User: Hashable, Sendable {
        /// The user's identifier for this mini app. Every mini app has a different one for the same user, so that two
        /// of them can't combine what they know.
        public var pairwiseID: String
        /// The user's display name.
        public var name: String

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
    /// The names of the permissions that the user has granted to the mini app.
    public var permissions: Set<String> = []
    /// The host's session that calls, such as one browser's: calls are limited per session. Empty if the host has only
    /// one.
    public var session = ""
    /// The digest of the file list of the version that calls, or nil if the host does not provide it.
    public var fileList: SHA256Hash?
    /// Whether the caller is a card on a home screen, and not the mini app itself.
    public var isCard = false

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
