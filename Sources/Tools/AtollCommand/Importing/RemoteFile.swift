import AtollReview
import Foundation

/// A file on another site that a web app loads, and that no host loads.
struct RemoteFile: Hashable {
    let url: URL
    let kind: LoadedFiles.Entry.Kind

    /// - Parameter site: The URL of the file that loads this one; nil for a file of the web app.
    /// - Returns: nil for a reference that doesn't lead to another site.
    init?(_ entry: LoadedFiles.Entry, loadedFrom site: URL?) {
        kind = entry.kind
        let address = entry.address
        // Modules may also have names, which are not addresses.
        if kind == .imported || kind == .prefix,
            !["/", "./", "../", "http://", "https://"].contains(where: { address.hasPrefix($0) })
        {
            return nil
        }
        guard address.utf8.count <= 4_000, !address.hasPrefix("#"),
            let found = URL(string: address, relativeTo: site ?? URL(string: "atoll:///"))?.absoluteURL,
            var parts = URLComponents(url: found, resolvingAgainstBaseURL: false), let host = parts.host, !host.isEmpty
        else { return nil }
        switch parts.scheme?.lowercased() {
        case "https": break
        case "http" where found.protectsSecrets: break
        // CDNs serve HTTPS, and browsers load nothing over HTTP into an HTTPS page.
        case "http", "atoll": parts.scheme = "https"
        default: return nil
        }
        parts.fragment = nil
        guard let url = parts.url, !url.absoluteString.hasPrefix(Self.telegram) else { return nil }
        self.url = url
    }

    /// The host provides Telegram's script.
    private static let telegram = "https://telegram.org/js/telegram-web-app.js"

    /// The words for the file, and for what the page lacks without it.
    var words: (what: String, missing: String) {
        let address = url.absoluteString.lowercased()
        switch kind {
        case .icon: return ("an icon", "its icon")
        case .script, .module, .imported: return ("a script", "what the script does")
        case .prefix: return ("the beginning of modules' addresses", "these modules")
        case .part: return ("a typeface or a picture", "its look")
        case .styleSheet:
            if Self.iconFonts.contains(where: { address.contains($0) }) { return ("a font of icons", "its icons") }
            if Self.typefaces.contains(where: { address.contains($0) }) {
                return ("typefaces", "only its typeface: another one is shown")
            }
            return ("a style sheet", "its layout")
        }
    }

    private static let iconFonts = [
        "font-awesome", "fontawesome", "material-icons", "material+icons", "icon?family", "material+symbols",
        "material-symbols", "bootstrap-icons",
        "ionicons", "boxicons", "remixicon", "icomoon", "glyph",
    ]
    private static let typefaces = [
        "//fonts.", "use.typekit.net", "//rsms.me/inter", "fontsource", "css2?family", "css?family",
    ]
}
