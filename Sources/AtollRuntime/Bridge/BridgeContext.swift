import AtollPackages

/// Who calls over the bridge, and what the host tells about itself.
public struct BridgeContext: Sendable {
    /// The host: the super app that runs the mini app.
    public struct Host: Hashable, Sendable {
        public var name: String
        public var version: String
        /// `web` or `ios`.
        public var platform: String

        public init(name: String, version: String, platform: String) {
            self.name = name
            self.version = version
            self.platform = platform
        }
    }

    /// The signed-in user, as this mini app may know them.
    public struct User: Hashable, Sendable {
        /// The user's name for this mini app alone: another mini app is given another one for the same user, so that
        /// two of them can't join what they know.
        public var pairwiseID: String
        /// The name that the user goes by.
        public var name: String

        public init(pairwiseID: String, name: String) {
            self.pairwiseID = pairwiseID
            self.name = name
        }
    }

    /// How the user sees the host at the moment.
    public struct Appearance: Hashable, Sendable {
        public enum Theme: String, Hashable, Sendable, CaseIterable { case light, dark }

        public var theme: Theme
        /// The language that the user prefers, a BCP 47 tag.
        public var language: String
        /// The one of the mini app's own languages that serves this user best, or nil where none does.
        public var textLanguage: String?

        public init(theme: Theme, language: String, textLanguage: String?) {
            self.theme = theme
            self.language = language
            self.textLanguage = textLanguage
        }
    }

    public var miniApp: MiniAppID
    public var version: Manifest.Version
    public var user: User
    public var host: Host
    public var appearance: Appearance
    /// What the user has allowed the mini app to do, by name.
    public var permissions: Set<String> = []
    /// Which of the host's sessions calls, such as that of one browser: calls are counted by it. Empty in a host that has one.
    public var session = ""
    /// The file list of the version that calls, or nil if the host does not say.
    public var fileList: BlobDigest?
    /// Whether the caller is a card on a home screen, and not the mini app itself.
    public var isCard = false

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
