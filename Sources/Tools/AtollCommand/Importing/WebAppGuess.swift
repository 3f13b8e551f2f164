import AtollMarkup
import AtollPackages
import Foundation

/// Guesses, from a web app's files, what it was written for, its name, its icon, and the permissions that it needs.
enum WebAppGuess {
    /// The size of the longest script that is searched, in bytes. A package has at most ten times as much.
    private static let maximumScript = 2_000_000

    static func kind(of source: WebAppSource) -> Manifest.Compatibility.Kind {
        let page = source.text("index.html") ?? ""
        if source.isWebxdc || page.contains("webxdc.js") { return .webxdc }
        if page.contains("telegram-web-app.js") || mentions(["TelegramWebviewProxy", "tgWebAppData"], source) {
            return .telegram
        }
        return mentions(["portalInitialContext", "PluginHeaders", "CapacitorCustomPlatform"], source) ? .portals : .web
    }

    /// Whether any script contains any of the words.
    static func mentions(_ words: [String], _ source: WebAppSource) -> Bool {
        let words = words.map { Data($0.utf8) }
        return source.files.contains { file in
            guard file.path.hasSuffix(".js") || file.path.hasSuffix(".mjs") || file.path.hasSuffix(".html"),
                file.contents.count <= maximumScript
            else { return false }
            return words.contains { file.contents.range(of: $0) != nil }
        }
    }

    /// The name that the web app gives itself, or the name of its folder.
    static func name(of source: WebAppSource) -> String {
        let found = [toml("name", source), webManifest(source)?["name"] as? String, title(source)]
        let name = found.lazy.compactMap { $0 }.map(shortened).first { !$0.isEmpty } ?? ""
        return name.isEmpty ? source.label : name
    }

    /// The web app's own description, or nil if it has none.
    static func description(of source: WebAppSource) -> String? {
        let tags = MarkupReader.read(Array((source.text("index.html") ?? "").utf8)).tags
        let said = tags.first { $0.name == "meta" && $0["name"]?.value.lowercased() == "description" }?["content"]?
            .value
        let found = [toml("description", source), webManifest(source)?["description"] as? String, said]
        return found.lazy.compactMap { $0 }.map { shortened($0, to: 160) }.first { !$0.isEmpty }
    }

    /// The path of its icon, or nil if it has none that hosts show.
    static func icon(of source: WebAppSource) -> String? {
        let shown = [".svg", ".png", ".jpg", ".jpeg", ".webp"]
        func usable(_ path: String?) -> String? {
            guard let path, shown.contains(where: { path.lowercased().hasSuffix($0) }), source.has(path) else {
                return nil
            }
            return path
        }
        let own = ["icon.png", "icon.jpg"].lazy.compactMap { usable($0) }.first
        let listed = (webManifest(source)?["icons"] as? [[String: Any]] ?? []).lazy.reversed()
            .compactMap { usable(path($0["src"] as? String)) }.first
        let tags = MarkupReader.read(Array((source.text("index.html") ?? "").utf8)).tags
        func linked(_ relation: String) -> String? {
            tags.lazy.filter { tag in
                tag.name == "link"
                    && tag["rel"]?.value.lowercased().split(separator: " ").contains(Substring(relation)) == true
            }.compactMap { usable(path($0["href"]?.value)) }.first
        }
        return own ?? listed ?? linked("apple-touch-icon") ?? linked("icon")
    }

    /// The permissions that its code needs, each with a generic reason that its developer should improve.
    static func permissions(
        of source: WebAppSource, _ kind: Manifest.Compatibility.Kind
    ) -> [(name: String, reason: String)] {
        var found: [(String, String)] = []
        if mentions(["geolocation", "Geolocation", "LocationManager"], source) {
            found.append(("location", "To use your location."))
        }
        if mentions(["new Notification", "requestPermission(", "LocalNotifications", "requestWriteAccess"], source) {
            found.append(("notifications", "To tell you when something happens."))
        }
        if mentions([".readText(", "readTextFromClipboard", "Clipboard.read"], source) {
            found.append(("clipboard.read", "To paste what you have copied."))
        }
        if mentions(["showScanQrPopup", "Camera.getPhoto", "\"Camera\""], source) {
            found.append(("camera", "To take pictures, or to scan a code."))
        }
        if kind == .webxdc || mentions(["selfName", "initDataUnsafe"], source) {
            found.append(("user.name", "To show others who you are."))
        }
        if mentions(["sendToChat"], source) { found.append(("messages", "To send what you share to other people.")) }
        return found.map { (name: $0.0, reason: $0.1) }
    }

    // MARK: Finding names

    private static func shortened(_ text: String) -> String { shortened(text, to: 60) }

    private static func shortened(_ text: String, to count: Int) -> String {
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        let plain = line.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 }
        return String(String(String.UnicodeScalarView(plain)).trimmingCharacters(in: .whitespaces).prefix(count))
    }

    /// A text of `manifest.toml`: `key = "text"` on one line.
    private static func toml(_ key: String, _ source: WebAppSource) -> String? {
        for line in (source.text("manifest.toml") ?? "").split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts[0] == key, let quote = parts[1].first, quote == "\"" || quote == "'" else {
                continue
            }
            return String(parts[1].dropFirst().prefix { $0 != quote })
        }
        return nil
    }

    private static func webManifest(_ source: WebAppSource) -> [String: Any]? {
        for path in ["manifest.webmanifest", "manifest.json", "site.webmanifest", "site.manifest"] {
            guard let file = source.files.first(where: { $0.path == path }), file.contents.count < 100_000,
                let found = try? JSONSerialization.jsonObject(with: file.contents) as? [String: Any]
            else { continue }
            return found
        }
        return nil
    }

    /// The title of a page.
    static func title(_ source: WebAppSource, of page: String = "index.html") -> String? {
        guard let page = source.text(page), let start = page.range(of: "<title>", options: .caseInsensitive),
            let end = page.range(of: "</title>", options: .caseInsensitive, range: start.upperBound..<page.endIndex)
        else { return nil }
        return String(page[start.upperBound..<end.lowerBound])
            .replacing("&amp;", with: "&").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
    }

    private static func path(_ address: String?) -> String? {
        guard let address, !address.contains(":"), !address.hasPrefix("//") else { return nil }
        let path = address.prefix { $0 != "?" && $0 != "#" }
        return String(path.hasPrefix("./") ? path.dropFirst(2) : path.drop { $0 == "/" })
    }
}
