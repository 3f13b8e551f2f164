import AtollPackages
import AtollRuntime
import Foundation

/// The information that the super app gives its mini apps about itself and its user.
///
/// ```swift
/// let host = MiniAppHostInfo(name: "Lagoon", version: "1.2", userName: user.name) { id in
///     SHA256Hash(of: Data("\(user.pairwiseKey)/\(id)".utf8)).hex
/// }
/// ```
public struct MiniAppHostInfo: Sendable {
    /// The URL scheme of the mini apps' origins, `atoll-app://<mini app>/`, which only their own web views handle.
    public static let scheme = "atoll-app"

    /// The super app, as `host.info` reports it.
    public var host: BridgeContext.Host
    /// Returns the identifier of the user for one mini app.
    ///
    /// It must stay the same for a mini app, because its storage belongs to it. It must be different in every mini app,
    /// so that mini apps can't combine what they know about a user.
    public var pairwiseID: @Sendable (MiniAppID) -> String
    /// The user's display name, as `user.profile` reports it.
    public var userName: String
    /// The user's picture as a `data:` URL, as `user.profile` reports it to mini apps that may see it; nil if there
    /// isn't one.
    public var userPhoto: String?
    /// The style sheet that mini apps get as `/.atoll/theme.css`.
    public var theme: Data

    /// Tracks the data that web pages of mini apps store on the device, so that the app can remove it; nil if it stays.
    public var webData: MiniAppWebData?

    /// Replacements for the back-end origins in manifests, by those origins: for development.
    public var backEnds: [String: String] = [:]

    /// Describes a super app on an Apple device; its platform is `ios`.
    ///
    /// - Parameters:
    ///   - name: The super app's name.
    ///   - version: The super app's version.
    ///   - userName: The user's display name.
    ///   - pairwiseID: See ``pairwiseID``.
    ///   - theme: The style sheet with the super app's look.
    public init(
        name: String, version: String, userName: String, pairwiseID: @escaping @Sendable (MiniAppID) -> String,
        theme: Data = ThemeStylesheet.contents
    ) {
        host = .init(name: name, version: version, platform: "ios")
        self.userName = userName
        self.pairwiseID = pairwiseID
        self.theme = theme
    }

    /// The origin of a mini app.
    static func origin(of id: MiniAppID) -> String { "\(scheme)://\(MiniAppOrigin.label(for: id))" }

    /// The bridge context of a mini app.
    func context(for miniApp: InstalledMiniApp, isDark: Bool, language: String) -> BridgeContext {
        let id = miniApp.manifest.id
        var context = BridgeContext(
            miniApp: id, version: miniApp.manifest.version,
            user: .init(pairwiseID: pairwiseID(id), name: userName), host: host,
            appearance: .init(
                theme: isDark ? .dark : .light, language: language,
                textLanguage: Languages.ofTexts(in: miniApp, for: language)))
        context.user.photo = userPhoto
        context.isPreview = id.isPreview
        // The links of a preview have not been reviewed.
        context.links = id.isPreview ? [] : miniApp.manifest.links
        context.backEnds = backEnds.filter { miniApp.manifest.network.contains($0.key) }
        return context
    }

    /// The identifier of the web view's data store, for cookies and the like: a separate one for each mini app and
    /// user.
    ///
    /// - Parameter user: The name under which the mini app knows the user; nil for ``pairwiseID``.
    func dataStoreIdentifier(of id: MiniAppID, user: String? = nil) -> UUID {
        let digest = SHA256Hash(of: Data("\(user ?? pairwiseID(id))/\(id)".utf8)).hex
        let bytes = stride(from: 0, to: 32, by: 2).map { index in
            let start = digest.index(digest.startIndex, offsetBy: index)
            return UInt8(digest[start..<digest.index(start, offsetBy: 2)], radix: 16) ?? 0
        }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}
