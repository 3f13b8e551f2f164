import AtollPackages
import AtollRuntime
import Foundation

/// What mini apps are told of the app that runs them, and of its user.
public struct MiniAppHost: Sendable {
    /// The scheme of mini apps' own origins: `atoll-app://<mini app>/`. Not one that browsers know.
    public static let scheme = "atoll-app"

    public var host: BridgeContext.Host
    /// The user's name for a mini app, another one in each.
    public var pairwiseID: @Sendable (MiniAppID) -> String
    /// The name that the user goes by.
    public var userName: String
    /// The look that mini apps can take over.
    public var theme: Data

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

    /// What a mini app is told.
    func context(for miniApp: InstalledMiniApp, isDark: Bool, language: String) -> BridgeContext {
        let id = miniApp.manifest.id
        return BridgeContext(
            miniApp: id, version: miniApp.manifest.version,
            user: .init(pairwiseID: pairwiseID(id), name: userName), host: host,
            appearance: .init(
                theme: isDark ? .dark : .light, language: language,
                textLanguage: Languages.match(language, among: Languages.ofTexts(in: miniApp))))
    }

    /// Where a browser keeps what a mini app keeps by itself: a place of its own for each mini app and each user.
    func dataStoreIdentifier(of id: MiniAppID) -> UUID {
        let digest = BlobDigest(of: Data("\(pairwiseID(id))/\(id)".utf8)).hex
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
